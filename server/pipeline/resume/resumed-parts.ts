import type { LanguageModelV4StreamPart } from "@ai-sdk/provider";
import { UpstreamError } from "#server/errors.ts";
import { asUpstreamError } from "../attempts/attempt-failure.ts";
import { cutOffError } from "../attempts/failure.ts";
import { noteDropped } from "../converted/dropped-content.ts";
import { neutralParts, type OpenedParts } from "../native/neutral-parts.ts";
import type { TextAttempt, TextCall } from "../text-call.ts";
import type { Resume, Resumed } from "./continuation.ts";

export type ResumablePart = LanguageModelV4StreamPart | { type: "resumed"; resumed: Resumed };

/** The part of the response that the caller received. `isPlain`: it is a single text. */
type Delivered = { text: string; id: string | undefined; isPlain: boolean; isOver: boolean };

const SILENT = new Set(["stream-start", "custom", "response-metadata", "raw", "ping"]);
/** The caller already received these from the first candidate. */
const BEGINNINGS = new Set(["stream-start", "response-metadata", "text-start"]);

/** Returns the parts of a resumable response, which are already metered. */
export function openResumable(call: TextCall, attempt: TextAttempt, resume: Resume): OpenedParts<ResumablePart> {
  return { stream: resumedParts(call, attempt, resume), expand: (part) => [part], read: (part) => part };
}

/**
 * Yields the parts of a response. If it breaks off after some text, continues with the next candidate's parts as the
 * same text.
 */
async function* resumedParts(
  call: TextCall,
  attempt: TextAttempt,
  resume: Resume,
): AsyncGenerator<ResumablePart, void, void> {
  const delivered: Delivered = { text: "", id: undefined, isPlain: true, isOver: false };
  let parts: AsyncIterable<LanguageModelV4StreamPart> = neutralParts(call, attempt);
  let isContinued = false;
  for (;;) {
    try {
      let isFirstText = true;
      for await (const made of parts) {
        if (isContinued && BEGINNINGS.has(made.type)) continue;
        if (isContinued && made.type.startsWith("reasoning")) {
          noteDropped(attempt.state, "reasoning");
          continue;
        }
        const part = isContinued ? continueParts(made, delivered, isFirstText) : made;
        if (part.type === "text-delta") isFirstText = false;
        note(delivered, part);
        yield part;
      }
      if (delivered.isOver) return;
      throw cutOffError();
    } catch (thrown) {
      const failure = asUpstreamError(call, attempt, thrown);
      const mayGoOn = failure instanceof UpstreamError && failure.retryable && attempt.timeouts.stopped() !== "caller";
      if (!mayGoOn || delivered.isOver || !delivered.isPlain || delivered.text.trim() === "") throw thrown;
      const next = await resume(failure, delivered.text);
      if (!next) throw failure;
      parts = next.parts;
      isContinued = true;
      yield { type: "resumed", resumed: next.resumed };
    }
  }
}

/** Returns a part of the same text. The prefill was sent without trailing whitespace, which some models then repeat. */
function continueParts(
  part: LanguageModelV4StreamPart,
  { id, text }: Delivered,
  isFirst: boolean,
): LanguageModelV4StreamPart {
  if (part.type === "text-end" && id) return { ...part, id };
  if (part.type !== "text-delta" || !id) return part;
  const delta = isFirst && /\s$/.test(text) ? part.delta.trimStart() : part.delta;
  return { ...part, id, delta };
}

function note(delivered: Delivered, part: LanguageModelV4StreamPart): void {
  if (part.type === "finish") delivered.isOver = true;
  else if (part.type === "text-delta") {
    delivered.id ??= part.id;
    if (delivered.id !== part.id) delivered.isPlain = false;
    delivered.text += part.delta;
  } else if (!SILENT.has(part.type) && part.type !== "text-start" && part.type !== "text-end")
    delivered.isPlain = false;
}
