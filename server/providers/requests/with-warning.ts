import type { LanguageModelV4StreamPart, SharedV4Warning } from "@ai-sdk/provider";

type Parts = ReadableStream<LanguageModelV4StreamPart>;

/** Returns a stream whose start has one more warning. */
export function withWarning(stream: Parts, added: SharedV4Warning): Parts {
  return stream.pipeThrough(
    new TransformStream({
      transform(part, controller) {
        controller.enqueue(part.type === "stream-start" ? { ...part, warnings: [...part.warnings, added] } : part);
      },
    }),
  );
}
