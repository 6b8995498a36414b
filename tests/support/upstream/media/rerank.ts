import type { Conventions, Endpoint } from "../endpoint.ts";
import { bearer } from "../openai/conventions.ts";
import { tokensOf } from "../text/usage.ts";
import { documentTexts, rankDocuments } from "./ranking.ts";

type Body = {
  model?: string;
  query?: string;
  documents?: unknown;
  top_n?: number;
  top_k?: number;
  return_documents?: boolean;
};

const conventions: Conventions = {
  requestIdPrefix: "",
  refuse: (request, acceptsKey) =>
    acceptsKey(bearer(request)) ? undefined : { status: 401, json: { detail: "Provided API key is invalid." } },
  error: (status, about) => ({ detail: about.message ?? `The request failed with status ${status}.` }),
  headers: () => ({}),
};

/** `/v1/rerank` in Voyage's format for Voyage's models (`top_k`, `data`), otherwise in Jina's (`top_n`, `results`). */
export const rerank: Endpoint = {
  method: "POST",
  path: /\/v1\/rerank$/,
  conventions,
  answer: ({ request }) => {
    const body = (request.body ?? {}) as Body;
    return {
      json: body.top_k !== undefined || body.model?.startsWith("rerank-") ? voyageAnswer(body) : jinaAnswer(body),
    };
  },
};

function jinaAnswer(body: Body): object {
  const texts = documentTexts(body.documents);
  const results = rankDocuments(body.query ?? "", texts, body.top_n).map(({ index, relevance_score }) => ({
    index,
    ...(body.return_documents !== false && { document: { text: texts[index] } }),
    relevance_score,
  }));
  return { model: body.model, usage: usageOf(body, texts), results };
}

function voyageAnswer(body: Body): object {
  const texts = documentTexts(body.documents);
  const data = rankDocuments(body.query ?? "", texts, body.top_k).map(({ index, relevance_score }) => ({
    relevance_score,
    index,
    ...(body.return_documents && { document: texts[index] }),
  }));
  return { object: "list", data, model: body.model, usage: usageOf(body, texts) };
}

/** Returns the usage. The query counts once for each document, as both providers document. */
function usageOf({ query = "" }: Body, texts: string[]): object {
  return { total_tokens: texts.reduce((sum, text) => sum + tokensOf(text) + tokensOf(query), 0) };
}
