import type { LanguageModelV4, LanguageModelV4StreamPart } from "@ai-sdk/provider";

type Part = LanguageModelV4StreamPart;

/** Reads the chunks of a wire beside the parts that a vendor's package makes of them; answers what is to go on. */
export type WireReader = { chunk(raw: unknown): Part[]; part(part: Part): Part[] };

/** A vendor's model of which `reader`, one a stream, sees each chunk before the parts that were made of it. */
export function besideParts(model: LanguageModelV4, reader: () => WireReader): LanguageModelV4 {
  const { specificationVersion, provider, modelId, supportedUrls } = model;
  return {
    ...{ specificationVersion, provider, modelId, supportedUrls },
    doGenerate: (options) => model.doGenerate(options),
    async doStream(options) {
      const { stream, ...rest } = await model.doStream({ ...options, includeRawChunks: true });
      return { ...rest, stream: stream.pipeThrough(through(reader())) };
    },
  };
}

function through(reader: WireReader): TransformStream<Part, Part> {
  return new TransformStream({
    transform(part, controller) {
      const parts = part.type === "raw" ? reader.chunk(part.rawValue) : reader.part(part);
      for (const one of parts) controller.enqueue(one);
    },
  });
}
