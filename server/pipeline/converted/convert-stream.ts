import type { LanguageModelV4StreamPart, LanguageModelV4Usage } from "@ai-sdk/provider";
import type { DialectEvent, EncodeContext } from "#server/dialects/dialect.ts";
import { largerUsage } from "#server/providers/usage/add-usage.ts";
import { chargeOf } from "../budget/charge.ts";
import { countUsage } from "../budget/count-usage.ts";
import { withPicture } from "../media/image/response-image.ts";
import { type OpenedParts, openParts, packageFailure } from "../native/neutral-parts.ts";
import { keepalive, resumedEvent } from "../resume/resumed-event.ts";
import { openResumable, type ResumablePart } from "../resume/resumed-parts.ts";
import type { LoopPart } from "../server-tools/loop-part.ts";
import type { TextAttempt, TextCall } from "../text-call.ts";
import { noteDropped, rejectEmptyResponse } from "./dropped-content.ts";

type StreamedPart = ResumablePart | LoopPart;

/**
 * Yields the events of an upstream that speaks another dialect, encoded in the caller's dialect from neutral parts.
 * `attempt.resume` continues a response that breaks off.
 */
export async function* convertEvents(call: TextCall, attempt: TextAttempt): AsyncGenerator<DialectEvent[], void, void> {
  const { stream, expand, read } = await openedParts(call, attempt);
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
        if (named.type === "working") {
          yield [keepalive(call)];
          continue;
        }
        if (named.type === "finish" && !hasEvents) rejectEmptyResponse(call, state, named.finishReason);
        const complete = named.type === "file" ? await withPicture(call, attempt, named) : counted(attempt, named);
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

async function openedParts(call: TextCall, attempt: TextAttempt): Promise<OpenedParts<StreamedPart>> {
  const { resume, loop } = attempt;
  if (loop) return { stream: loop.parts(), expand: (part) => [part], read: (part) => part };
  if (resume) return openResumable(call, attempt, resume) as OpenedParts<StreamedPart>;
  return (await openParts(call, attempt)) as OpenedParts<StreamedPart>;
}

/** Reports the charged usage to the caller; with server tools, it is the sum of all steps. */
function counted({ loop, state }: TextAttempt, part: LanguageModelV4StreamPart): LanguageModelV4StreamPart {
  const { usage } = state;
  return part.type === "finish" && usage && !loop ? { ...part, usage: countUsage(part.usage, usage) } : part;
}

/** Returns what an encoder must know about a request. */
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
    cost: (usage) => costOfResponse(call, attempt, usage),
    toolUses: () => attempt.loop?.toolUses(),
    trailer: () => call.trailer(attempt),
    dropped: (kind) => noteDropped(attempt.state, kind),
  };
}

/**
 * Returns the gateway's charge in USD, without what a BYOK credential pays. Call it at the end, because another
 * candidate may have continued the response.
 */
function costOfResponse(
  call: TextCall,
  { candidate, state, loop }: TextAttempt,
  usage: LanguageModelV4Usage,
): number | undefined {
  if (loop) return loop.chargedNanoUsd() / 1e9;
  const counted = state.usage ?? candidate.provider.textUsage?.(usage);
  if (candidate.isByok) return counted && 0;
  return counted && chargeOf(call, candidate, state, largerUsage(counted, state.used)).cost.nanoUsd / 1e9;
}
