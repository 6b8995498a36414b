import { setTimeout as sleep } from "node:timers/promises";
import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4Content,
  LanguageModelV4StreamPart,
} from "@ai-sdk/provider";
import type { Answer } from "./answer.ts";
import { type Finished, finish } from "./finish.ts";
import { partsOf } from "./parts.ts";

/** A model served in this process; `wordDelayMs` is the pause before each word of a stream, so that it can be watched. */
export function localModel(
  modelId: string,
  answer: (options: LanguageModelV4CallOptions) => Answer,
  wordDelayMs: number,
): LanguageModelV4 {
  return {
    specificationVersion: "v4",
    provider: "local",
    modelId,
    supportedUrls: {},
    async doGenerate(options) {
      options.abortSignal?.throwIfAborted();
      const reply = finish(answer(options), options);
      return { content: contentOf(reply), finishReason: reply.finishReason, usage: reply.usage, warnings: [] };
    },
    async doStream(options) {
      options.abortSignal?.throwIfAborted();
      const parts = paced(finish(answer(options), options), wordDelayMs, options.abortSignal);
      return { stream: streamOf(parts) };
    },
  };
}

async function* paced(
  reply: Finished,
  delayMs: number,
  signal?: AbortSignal,
): AsyncGenerator<LanguageModelV4StreamPart> {
  for (const part of partsOf(reply)) {
    if (delayMs > 0 && part.type.endsWith("-delta")) await sleep(delayMs, undefined, { signal });
    signal?.throwIfAborted();
    yield part;
  }
}

function streamOf<Part>(parts: AsyncGenerator<Part>): ReadableStream<Part> {
  return new ReadableStream({
    async pull(controller) {
      const next = await parts.next();
      if (next.done) controller.close();
      else controller.enqueue(next.value);
    },
    async cancel() {
      await parts.return(undefined);
    },
  });
}

function contentOf({ reasoning, text, toolCall }: Finished): LanguageModelV4Content[] {
  return [
    ...(reasoning === undefined ? [] : [{ type: "reasoning" as const, text: reasoning }]),
    ...(text === undefined ? [] : [{ type: "text" as const, text }]),
    ...(toolCall ? [{ type: "tool-call" as const, ...toolCall }] : []),
  ];
}
