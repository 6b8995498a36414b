import type { MediaRequest } from "../media/media-request.ts";
import { type EmbeddingsForm, embeddingsBody } from "./embeddings-form.ts";

/** Returns the request as code to copy. */
export function embeddingsRequest(
  model: string,
  form: EmbeddingsForm,
  supported: readonly string[] | undefined,
): MediaRequest {
  return { path: "/embeddings", body: embeddingsBody(model, form, supported), openai: OPENAI };
}

const OPENAI = {
  method: "embeddings.create",
  arguments: ["model", "input", "dimensions", "encoding_format"],
  node: "console.log(response.data.map(({ embedding }) => embedding.length));",
  python: "print([len(item.embedding) for item in response.data])",
};
