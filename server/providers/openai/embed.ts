import type { EmbeddingsRequest } from "#lib/contract/embeddings.ts";
import { UpstreamError } from "#server/errors.ts";
import { type Block, block, list } from "../json.ts";
import type { Asked, Embedded, Metered } from "../media.ts";
import { blockOf, postJson, readJson, unusable } from "../send.ts";
import { count, split } from "../tokens.ts";
import type { Usage } from "../usage.ts";
import { bearer } from "./bearer.ts";

/** What not every upstream of the dialect takes. */
export type EmbedQuirks = {
  /** Parts other than text. */
  takesParts?: boolean;
  /** `input_type`, which OpenAI refuses. */
  takesInputType?: boolean;
};

/** `/embeddings` in OpenAI's dialect, for everyone who speaks it. */
export function openaiEmbed({ takesParts = false, takesInputType = false }: EmbedQuirks = {}) {
  return async (asked: Asked<EmbeddingsRequest>): Promise<Metered<Embedded>> => {
    const { request, options, model, credential } = asked;
    const { input_type: inputType, ...rest } = request;
    const input = takesParts ? request.input : withoutParts(request.input);
    const kept = takesInputType ? { input_type: inputType } : {};
    const body = withoutNulls({ ...options, ...rest, ...kept, input, model });
    const reply = await readJson(await postJson(asked, "/embeddings", bearer(credential), body));
    const rawUsage = blockOf(reply, "usage");
    const usage = rawUsage && embedUsage(rawUsage);
    return {
      result: {
        vectors: vectorsOf(reply, typeof input === "string" || typeof input[0] === "number" ? 1 : input.length),
      },
      ...(usage && { usage }),
      ...(rawUsage && { rawUsage }),
      ...(typeof reply.id === "string" && { upstreamId: reply.id }),
      ...(inputType && !takesInputType && { notes: ["input_type: dropped (the provider takes none)"] }),
    };
  };
}

/** Parts that are all text are texts; others another provider may take. */
function withoutParts(input: EmbeddingsRequest["input"]): EmbeddingsRequest["input"] {
  if (typeof input === "string") return input;
  return input.map((item) => {
    if (typeof item !== "object" || Array.isArray(item)) return item;
    return item.content
      .map((part) => {
        if (part.type === "text") return part.text;
        throw new UpstreamError(400, "This provider embeds text alone", { retryable: true, fault: "model" });
      })
      .join("\n");
  });
}

function vectorsOf(reply: Block, wanted: number): Embedded["vectors"] {
  const entries = list(reply.data).map(block);
  const vectors = new Array<Embedded["vectors"][number]>(wanted);
  for (const [position, { index, embedding }] of entries.entries()) {
    const at = typeof index === "number" ? index : position;
    if (isVector(embedding) && at < wanted) vectors[at] = embedding;
  }
  if (Object.keys(vectors).length !== wanted) throw unusable(reply);
  return vectors;
}

function isVector(value: unknown): value is number[] | string {
  return typeof value === "string" ? value !== "" : Array.isArray(value) && typeof value[0] === "number";
}

/** Undefined where nothing was counted: an input is never for nothing. */
export function embedUsage(raw: Block): Usage | undefined {
  const { image_tokens: image, audio_tokens: audio } = block(raw.prompt_tokens_details);
  const total = count(raw.prompt_tokens) || count(raw.total_tokens);
  const parts = split(total, { image: count(image), audio: count(audio) });
  if (total === 0) return undefined;
  return {
    input_tokens: parts.rest,
    ...(parts.image > 0 && { input_image_tokens: parts.image }),
    ...(parts.audio > 0 && { input_audio_tokens: parts.audio }),
  };
}

function withoutNulls(body: Block): Block {
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null && value !== undefined));
}
