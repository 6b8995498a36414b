import type { EmbeddingsRequest } from "#lib/contract/embeddings.ts";
import { type Block, block } from "../exchange/json.ts";
import { blockOf, postJson, readJson } from "../exchange/send.ts";
import type { Embedded, Metered, UpstreamCall } from "../media.ts";
import { textOf } from "../requests/embed-input.ts";
import { count, split } from "../usage/tokens.ts";
import type { Usage } from "../usage/usage.ts";
import { bearer } from "./bearer.ts";
import { vectorsOf } from "./vectors.ts";

/** Differences between upstreams of the dialect. */
export type EmbedQuirks = {
  /** Accepts parts other than text. */
  takesParts?: boolean;
  /** Accepts `input_type`, which OpenAI rejects. */
  takesInputType?: boolean;
  /** Accepts `user`; false if it rejects unknown fields. */
  takesUser?: boolean;
  /** Its name for `dimensions`. */
  dimensionsField?: string;
};

/** Returns an adapter for `/embeddings` in OpenAI's dialect. */
export function openaiEmbed(quirks: EmbedQuirks = {}) {
  const { takesParts = false, takesInputType = false, takesUser = true, dimensionsField = "dimensions" } = quirks;
  return async (call: UpstreamCall<EmbeddingsRequest>): Promise<Metered<Embedded>> => {
    const { request, options, model, credential } = call;
    const { input_type: inputType, user, dimensions, ...rest } = request;
    const input = takesParts ? request.input : withoutParts(request.input);
    const ownFields = { ...(takesInputType && { input_type: inputType }), ...(takesUser && { user }) };
    const body = withoutNulls({ ...options, ...rest, ...ownFields, [dimensionsField]: dimensions, input, model });
    const response = await readJson(await postJson(call, "/embeddings", bearer(credential), body));
    const rawUsage = blockOf(response, "usage");
    const usage = rawUsage && embedUsage(rawUsage);
    return {
      result: {
        vectors: vectorsOf(response, typeof input === "string" || typeof input[0] === "number" ? 1 : input.length),
      },
      ...(usage && { usage }),
      ...(rawUsage && { rawUsage }),
      ...(typeof response.id === "string" && { upstreamId: response.id }),
      ...(inputType && !takesInputType && { notes: ["input_type: dropped (not supported by the provider)"] }),
    };
  };
}

/**
 * Returns inputs whose parts are all text as plain texts. Throws for other parts, which another provider may accept.
 */
function withoutParts(input: EmbeddingsRequest["input"]): EmbeddingsRequest["input"] {
  if (typeof input === "string") return input;
  return input.map((item) => (typeof item === "object" && "content" in item ? textOf(item.content) : item));
}

/** Returns the usage; undefined if nothing was counted, since an input always has tokens. */
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
