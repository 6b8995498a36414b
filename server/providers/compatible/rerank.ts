import type { RerankRequest } from "#lib/contract/rerank.ts";
import { type Block, block, list } from "../exchange/json.ts";
import { blockOf, postJson, readJson, unusableError } from "../exchange/send.ts";
import type { Metered, Reranked, UpstreamCall } from "../media.ts";
import { bearer } from "../openai/bearer.ts";
import { documentNotes, plainDocuments } from "../requests/documents.ts";
import { count } from "../usage/tokens.ts";
import type { Usage } from "../usage/usage.ts";

/** Differences between upstreams of the dialect. */
export type RerankQuirks = {
  /** Relative to the base URL. */
  path?: string;
  /** The field for the number of results. */
  mostField?: "top_n" | "top_k";
  /** Returns documents in the upstream's form; plain texts if absent. */
  documents?(documents: RerankRequest["documents"]): unknown[];
  /** False if the upstream rejects `return_documents` and never returns documents. */
  takesReturnDocuments?: boolean;
};

/** Returns an adapter for `/rerank` as defined by Cohere and Jina and supported by most model servers. */
export function compatibleRerank(quirks: RerankQuirks = {}) {
  const { path = "/rerank", mostField = "top_n", documents = plainDocuments, takesReturnDocuments = true } = quirks;
  return async (call: UpstreamCall<RerankRequest>): Promise<Metered<Reranked>> => {
    const { request, options, model, credential } = call;
    const { documents: given, top_n: most, user: _, ...rest } = request;
    const body = {
      ...options,
      ...rest,
      ...(typeof most === "number" && { [mostField]: Math.min(most, given.length) }),
      ...(takesReturnDocuments && { return_documents: false }),
      documents: documents(given),
      model,
    };
    const response = await readJson(await postJson(call, path, bearer(credential), body));
    const rawUsage = blockOf(response, "usage") ?? blockOf(response, "meta");
    const usage = rerankUsage(response);
    const notes = documentNotes(given);
    return {
      result: { ranking: rankingOf(response, given.length) },
      ...(usage && { usage }),
      ...(rawUsage && { rawUsage }),
      ...(typeof response.id === "string" && { upstreamId: response.id }),
      ...(notes.length > 0 && { notes }),
    };
  };
}

/** Returns the ranking of a response. Throws if it names a document twice, or one that was not sent. */
export function rankingOf(response: Block, documents: number): Reranked["ranking"] {
  const entries = list(response.results ?? response.data).map(block);
  const ranking = entries.map(({ index, relevance_score, relevanceScore, score }) => ({
    index,
    score: relevance_score ?? relevanceScore ?? score,
  }));
  const isSound = ranking.length > 0 && new Set(ranking.map(({ index }) => index)).size === ranking.length;
  if (!isSound || !ranking.every((entry) => isRanked(entry, documents))) throw unusableError(response);
  return ranking as Reranked["ranking"];
}

function isRanked({ index, score }: { index: unknown; score: unknown }, documents: number): boolean {
  return Number.isInteger(index) && (index as number) >= 0 && (index as number) < documents && Number.isFinite(score);
}

/** Returns searches, or tokens if the upstream counts them; undefined if it counted nothing. */
export function rerankUsage(response: Block): Usage | undefined {
  const [usage, meta] = [block(response.usage), block(response.meta)];
  const [billed, counted] = [block(meta.billed_units), block(meta.tokens)];
  const searches = count(billed.search_units) || count(usage.search_units);
  const tokens =
    [usage.total_tokens, usage.prompt_tokens, usage.input_tokens, billed.input_tokens, counted.input_tokens]
      .map(count)
      .find((tokens) => tokens > 0) ?? 0;
  if (searches === 0 && tokens === 0) return undefined;
  return { ...(searches > 0 && { search_units: searches }), ...(tokens > 0 && { input_tokens: tokens }) };
}
