import type { RerankRequest } from "#lib/contract/rerank.ts";
import type { Model } from "#server/catalogue/model.ts";
import type { MediaOperation, ResponseFacts } from "#server/pipeline/media/media-operation.ts";
import type { Reranked } from "#server/providers/media.ts";
import { documentTexts, imagesOf } from "./documents.ts";
import { boundUnits, estimateUnits } from "./units.ts";

/** Documents ordered by their relevance to a query. */
export const reranking: MediaOperation<RerankRequest, Reranked> = {
  id: "rerank",
  makes: "rerank",
  serves: (provider) => provider.rerank !== undefined,
  refuses: ({ documents }, _, model) => refusalOf(documents, model),
  findTexts: documentTexts,
  estimate: (body) => estimateUnits(body),
  bound: (body, _, isScarce) => boundUnits(body, isScarce),
  ask(provider, call) {
    if (!provider.rerank) throw new Error(`${provider.id} does not support reranking`);
    return provider.rerank(call);
  },
  isKept: true,
  reply: responseOf,
};

function refusalOf(documents: RerankRequest["documents"], { id, inputModalities }: Model): string | undefined {
  if (inputModalities.includes("image") || imagesOf(documents) === 0) return undefined;
  return `documents: ${id} does not support images`;
}

function responseOf({ ranking }: Reranked, { id, model, provider, body, usage, cost, isByok }: ResponseFacts) {
  const { documents, top_n: most } = body as RerankRequest;
  const best = ranking.toSorted((one, other) => other.score - one.score || one.index - other.index);
  const { input_tokens: text = 0, input_image_tokens: image = 0, search_units: searches } = usage;
  const tokens = text + image;
  return {
    id,
    model,
    provider,
    results: best.slice(0, most ?? documents.length).map(({ index, score }) => ({
      document: echoOf(documents[index]),
      index,
      relevance_score: score,
    })),
    usage: {
      ...(searches !== undefined && { search_units: searches }),
      ...(tokens > 0 && { total_tokens: tokens }),
      cost,
      is_byok: isByok,
    },
    meta: {
      billed_units: {
        ...(searches !== undefined && { search_units: searches }),
        ...(tokens > 0 && { input_tokens: tokens }),
      },
    },
  };
}

/** Returns the document as it was ranked, so redacted if a guardrail redacted it. */
function echoOf(document: RerankRequest["documents"][number] | undefined): { text?: string; image?: string } {
  if (typeof document === "string") return { text: document };
  const { text, image } = document ?? {};
  return { ...(typeof text === "string" && { text }), ...(typeof image === "string" && { image }) };
}
