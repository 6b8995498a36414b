import { searchEngines } from "#server/providers/search/engines.ts";
import type { SearchEngine } from "#server/providers/search/search-engine.ts";
import type { Addition, ModelEndpoint, Price } from "./model.ts";

/** Returns the id under which the queries of a search engine have a price. */
export function searchEndpointId(engine: string): string {
  return `web_search@${engine}`;
}

/** Returns the search engine of such an id; undefined for any other id. */
export function searchEngineOf(endpointId: string): string | undefined {
  const [model, engine] = endpointId.split("@");
  return model === "web_search" ? engine : undefined;
}

/** Returns the search engines as endpoints of no model, so that their queries have prices, and overrides, like tokens. */
export function searchPrices(): Addition {
  return {
    models: [],
    endpoints: searchEngines.map(endpointOf),
    prices: searchEngines.flatMap((engine) => (engine.price ? [priceOf(engine, engine.price)] : [])),
  };
}

/** The provider's id ends in `-search`, because the same company may also serve models. */
function endpointOf({ id, price }: SearchEngine): ModelEndpoint {
  return {
    id: searchEndpointId(id),
    model: "web_search",
    provider: `${id}-search`,
    upstreamModel: "web_search",
    contextLength: null,
    maxOutputTokens: null,
    maxPromptTokens: null,
    quantization: null,
    supportedParameters: [],
    supportsImplicitCaching: false,
    zeroDataRetention: false,
    trainsOnPrompts: true,
    ...(!price && { unpriced: true }),
  };
}

/** A USD per thousand units is as many billion nano-USD per million units, times a thousand. */
const NANO_USD_PER_MILLION = 1_000_000_000_000;

function priceOf({ id }: SearchEngine, { usdPerThousand, source, asOf }: NonNullable<SearchEngine["price"]>): Price {
  return {
    id: `price_search_${id}_${asOf}`,
    modelEndpoint: searchEndpointId(id),
    unit: "web_searches",
    nanoUsdPerMillion: usdPerThousand * NANO_USD_PER_MILLION,
    minPromptTokens: 0,
    serviceTier: null,
    source,
    sourceRevision: asOf,
    asOf,
    disputed: false,
  };
}
