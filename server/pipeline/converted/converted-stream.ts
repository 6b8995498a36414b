import type { LanguageModelV4StreamPart } from "@ai-sdk/provider";
import type { DialectEvent, EncodeContext } from "#server/dialects/dialect.ts";
import { largerUsage } from "#server/providers/usage/add-usage.ts";
import type { AttemptState } from "../attempts/attempt-state.ts";
import { chargeOf } from "../budget/charge.ts";
import { countedUsage } from "../budget/count-usage.ts";
import { withPicture } from "../media/image/response-image.ts";
import { type OpenedParts, openParts, packageFailure } from "../native/neutral-parts.ts";
import { resumedEvent } from "../resume/resumed-event.ts";
import { openResumable, type ResumablePart } from "../resume/resumed-parts.ts";
import type { TextAttempt, TextCall } from "../text-call.ts";
import { noteDropped, rejectEmptyResponse } from "./dropped-content.ts";

/**
 * Yields the events of an upstream that speaks another dialect, encoded in the caller's dialect from neutral parts.
 * `attempt.resume` continues a response that breaks off.
 */
export async function* convertedEvents(
  call: TextCall,
  attempt: TextAttempt,
): AsyncGenerator<DialectEvent[], void, void> {
  const { resume } = attempt;
  const opened = resume ? openResumable(call, attempt, resume) : await openParts(call, attempt);
  const { stream, expand, read } = opened as OpenedParts<ResumablePart>;
  const encoder = call.dialect.encoder(contextOf(call, attempt));
  attempt.state.encoder = encoder;
  let hasEvents = false;
  let isTheirs = true;
  try {
    for await (const made of stream) {
      isTheirs = false;
      for (const part of expand(made)) {
        const named = read(part);
        // A resumed response has a new attempt state.
        const { state } = attempt;
        if (named.type === "resumed") {
          yield [resumedEvent(call, named.resumed)];
          continue;
        }
        if (named.type === "finish" && !hasEvents) rejectEmptyResponse(call, state, named.finishReason);
        const complete = named.type === "file" ? await withPicture(call, attempt, named) : counted(state, named);
        const events = encoder.encode(complete);
        if (events.length === 0) continue;
        hasEvents ||= named.type !== "ping";
        yield events;
      }
      isTheirs = true;
    }
  } catch (thrown) {
    throw isTheirs ? packageFailure(call, attempt, thrown) : thrown;
  }
}

/** Reports to the caller the usage that is charged. */
function counted({ usage }: AttemptState, part: LanguageModelV4StreamPart): LanguageModelV4StreamPart {
  return part.type === "finish" && usage ? { ...part, usage: countedUsage(part.usage, usage) } : part;
}

/** Returns what an encoder must know about a call. */
export function contextOf(call: TextCall, attempt: TextAttempt): EncodeContext {
  const { candidate, state } = attempt;
  const isNative = candidate.provider.native?.[call.dialect.id] !== undefined;
  return {
    // The end of a native response must carry the id that its upstream started it with.
    id: (isNative && state.upstreamId) || call.id,
    model: candidate.requestedModel,
    provider: candidate.provider.name,
    createdAt: call.createdAt,
    request: call.body,
    isByok: candidate.isByok,
    cost: (usage) => {
      // Evaluated at the end, when another candidate may have continued the response.
      const { candidate: last, state: read } = attempt;
      const counted = read.usage ?? last.provider.textUsage?.(usage);
      return counted && chargeOf(call, last, read, largerUsage(counted, read.used)).cost.nanoUsd / 1e9;
    },
    trailer: () => call.trailer(attempt),
    dropped: (kind) => noteDropped(attempt.state, kind),
  };
}
