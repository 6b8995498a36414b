import type { Conventions, Endpoint } from "../endpoint.ts";
import { bearer } from "../openai/conventions.ts";
import { tokensOf } from "../text/usage.ts";
import { documentTexts, rankDocuments } from "./ranking.ts";
import { vectorOf } from "./vector.ts";

const conventions: Conventions = {
  requestIdPrefix: "",
  refuse: (request, acceptsKey) =>
    acceptsKey(bearer(request)) ? undefined : { status: 401, json: { message: "invalid api token" } },
  error: (status, about) => ({
    id: about.requestId,
    message: about.message ?? messages[status] ?? "internal server error",
  }),
  headers: (requestId) => ({ "x-debug-trace-id": requestId }),
};

const messages: Record<number, string> = {
  400: "invalid request",
  401: "invalid api token",
  403: "forbidden",
  404: "model not found",
  429: "You are past the per minute request limit, please wait and try again later.",
  503: "service unavailable",
};

type EmbedBody = {
  texts?: string[];
  inputs?: { content: { text?: string }[] }[];
  embedding_types?: string[];
  output_dimension?: number;
};
type RerankBody = { query?: string; documents?: unknown; top_n?: number };

/** Cohere's API version 2. Rerank bills one search unit per hundred documents, rounded up. */
export const cohere: Endpoint[] = [
  {
    method: "POST",
    path: /\/v2\/rerank$/,
    conventions,
    answer: ({ request, newId }) => {
      const { query = "", documents, top_n } = (request.body ?? {}) as RerankBody;
      const texts = documentTexts(documents);
      const meta = metaOf({ search_units: Math.ceil(texts.length / 100) });
      return { json: { id: newId("", 32), results: rankDocuments(query, texts, top_n), meta } };
    },
  },
  {
    method: "POST",
    path: /\/v2\/embed$/,
    conventions,
    answer: ({ request, newId }) => {
      const body = (request.body ?? {}) as EmbedBody;
      const texts =
        body.texts ?? (body.inputs ?? []).map(({ content }) => content.map((part) => part.text ?? "").join(" "));
      const meta = metaOf({ input_tokens: tokensOf(texts.join("")) });
      return {
        json: {
          id: newId("", 32),
          embeddings: embeddingsOf(texts, body),
          texts,
          meta,
          response_type: "embeddings_by_type",
        },
      };
    },
  },
];

function metaOf(billedUnits: object): object {
  return { api_version: { version: "2" }, billed_units: billedUnits };
}

function embeddingsOf(
  texts: string[],
  { embedding_types: kinds = ["float"], output_dimension: size = 1536 }: EmbedBody,
): object {
  const vectors = texts.map((text) => vectorOf(text, size));
  const forms: Record<string, unknown> = {
    float: vectors,
    int8: vectors.map((vector) => vector.map((value) => Math.round(value * 127))),
    base64: vectors.map((vector) => Buffer.from(Float32Array.from(vector).buffer).toString("base64")),
  };
  return Object.fromEntries(kinds.map((kind) => [kind, forms[kind]]));
}
