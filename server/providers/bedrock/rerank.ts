import type { RerankRequest } from "#lib/contract/rerank.ts";
import { rankingOf } from "../compatible/rerank.ts";
import { postJson, readJson } from "../exchange/send.ts";
import type { Metered, Reranked, UpstreamCall } from "../media.ts";
import { documentNotes, plainDocuments } from "../requests/documents.ts";

/**
 * Ranks documents with Bedrock's rerank API, which reports no usage:
 * https://docs.aws.amazon.com/bedrock/latest/APIReference/API_agent-runtime_Rerank.html
 */
export async function bedrockRerank(call: UpstreamCall<RerankRequest>): Promise<Metered<Reranked>> {
  const { request, options, model } = call;
  const { query, documents, top_n: most } = request;
  const body = {
    queries: [{ type: "TEXT", textQuery: { text: query } }],
    sources: plainDocuments(documents).map((text) => ({
      type: "INLINE",
      inlineDocumentSource: { type: "TEXT", textDocument: { text } },
    })),
    rerankingConfiguration: {
      type: "BEDROCK_RERANKING_MODEL",
      bedrockRerankingConfiguration: {
        numberOfResults: Math.min(most ?? documents.length, documents.length),
        // The transport completes the model's ARN, since only the credential names the region.
        modelConfiguration: { ...options, modelArn: model },
      },
    },
  };
  const { results } = await readJson(await postJson(call, "/rerank", {}, body));
  const notes = documentNotes(documents);
  return { result: { ranking: rankingOf({ results }, documents.length) }, ...(notes.length > 0 && { notes }) };
}
