import { setTimeout as sleep } from "node:timers/promises";
import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4Content,
  LanguageModelV4StreamPart,
} from "@ai-sdk/provider";
import { streamOf } from "../wire/stream-of.ts";
import type { Answer } from "./answer.ts";
import { requireBoundedPrompt, turns } from "./bounded-input.ts";
import { type Finished, finish } from "./finish.ts";
import { partsOf } from "./parts.ts";

/**
 * Returns a model served in this process; `wordDelayMs` is the pause before each streamed word, so that the stream is
 * visible.
 */
export function localModel(
  modelId: string,
  answer: (options: LanguageModelV4CallOptions) => Answer | Promise<Answer>,
  wordDelayMs: number,
): LanguageModelV4 {
  const responseTo = async (options: LanguageModelV4CallOptions) => {
    requireBoundedPrompt(modelId.replace(/^local\//, ""), options);
    return finish(await answer(options), options);
  };
  return {
    specificationVersion: "v4",
    provider: "local",
    modelId,
    supportedUrls: {},
    async doGenerate(options) {
      options.abortSignal?.throwIfAborted();
      const response = await responseTo(options);
      return { content: contentOf(response), finishReason: response.finishReason, usage: response.usage, warnings: [] };
    },
    async doStream(options) {
      options.abortSignal?.throwIfAborted();
      const parts = paceParts(await responseTo(options), wordDelayMs, options.abortSignal);
      return { stream: streamOf(parts) };
    },
  };
}

/** The longest total pause of a stream: long enough to be visible, and not minutes for a long text. */
const LONGEST_PAUSE_MS = 8_000;

async function* paceParts(
  response: Finished,
  delayMs: number,
  signal?: AbortSignal,
): AsyncGenerator<LanguageModelV4StreamPart> {
  const turn = turns();
  let pausedMs = 0;
  for (const part of partsOf(response)) {
    await turn();
    if (delayMs > 0 && pausedMs < LONGEST_PAUSE_MS && part.type.endsWith("-delta")) {
      await sleep(delayMs, undefined, { signal });
      pausedMs += delayMs;
    }
    signal?.throwIfAborted();
    yield part;
  }
}

function contentOf({ reasoning, text, toolCall }: Finished): LanguageModelV4Content[] {
  return [
    ...(reasoning === undefined ? [] : [{ type: "reasoning" as const, text: reasoning }]),
    ...(text === undefined ? [] : [{ type: "text" as const, text }]),
    ...(toolCall ? [{ type: "tool-call" as const, ...toolCall }] : []),
  ];
}
