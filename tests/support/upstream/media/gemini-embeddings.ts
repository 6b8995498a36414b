import type { Endpoint } from "../endpoint.ts";
import { google } from "../gemini/conventions.ts";
import { vectorOf } from "./vector.ts";

type EmbedRequest = { content?: { parts?: { text?: string }[] }; outputDimensionality?: number };

/** Gemini's embeddings endpoints, for one text or a batch. */
export const geminiEmbeddings: Endpoint[] = [
  {
    method: "POST",
    path: /\/models\/[^/]+:embedContent$/,
    conventions: google,
    answer: ({ request }) => ({ json: { embedding: embed((request.body ?? {}) as EmbedRequest) } }),
  },
  {
    method: "POST",
    path: /\/models\/[^/]+:batchEmbedContents$/,
    conventions: google,
    answer: ({ request }) => {
      const { requests = [] } = (request.body ?? {}) as { requests?: EmbedRequest[] };
      return { json: { embeddings: requests.map(embed) } };
    },
  },
];

function embed({ content, outputDimensionality = 3072 }: EmbedRequest): { values: number[] } {
  const text = (content?.parts ?? []).map((part) => part.text ?? "").join(" ");
  return { values: vectorOf(text, outputDimensionality) };
}
