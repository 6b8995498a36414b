import type { LanguageModelV4StreamPart } from "@ai-sdk/provider";
import type { Body, DialectEvent, Encoder, FinishPart, TerminalError } from "./dialect.ts";
import { failureOf, interrupted } from "./stream-failure.ts";

/** How a dialect writes its events. Each function adds to `events`, which holds those that were not sent yet. */
type Writer = {
  events: Body[];
  writePart(part: LanguageModelV4StreamPart): void;
  /** Writes the end of a response that ended properly. */
  writeFinish(part: FinishPart): void;
  writeError(error: TerminalError): void;
};

/**
 * Returns the encoder of a stream in one of OpenAI's dialects: `[DONE]` follows the finish or the first failure. After
 * it, only a failure is still reported, once.
 */
export function endingEncoder({ events, writePart, writeFinish, writeError }: Writer): Encoder {
  let hasEnded = false;
  let hasFailed = false;

  const take = (): DialectEvent[] => events.splice(0).map((data) => ({ data }));
  const end = (): DialectEvent[] => {
    hasEnded = true;
    return [...take(), { data: "[DONE]" }];
  };
  const fail = (error: TerminalError): DialectEvent[] => {
    if (hasFailed) return [];
    hasFailed = true;
    writeError(error);
    return end();
  };
  const finish = (part: FinishPart): DialectEvent[] => {
    const { unified, raw } = part.finishReason;
    if (unified === "interrupted") return fail(interrupted);
    if (unified === "error") return fail(failureOf(raw));
    writeFinish(part);
    return end();
  };
  const encode = (part: LanguageModelV4StreamPart): DialectEvent[] => {
    if (hasEnded) return [];
    if (part.type === "error") return fail(failureOf(part.error));
    if (part.type === "finish") return finish(part);
    writePart(part);
    return take();
  };
  return { encode, fail };
}
