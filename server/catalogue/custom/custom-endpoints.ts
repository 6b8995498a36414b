import type { CustomProviderRow, StoredModel } from "#server/data/custom-providers.ts";
import type { Catalogue } from "../catalogue.ts";
import { discoveredEndpoint, usualParameters } from "../discovery.ts";
import type { Addition, Modality, Model, ModelEndpoint } from "../model.ts";
import { isFullyPriced } from "../unpriced-parts.ts";
import { customPrices } from "./custom-prices.ts";

type Provider = Pick<CustomProviderRow, "slug" | "models" | "zeroDataRetention" | "createdAt" | "name">;

/**
 * Returns the catalogue records of a custom provider's models: an endpoint for each, and a model for those that the
 * shared catalogue does not have. An endpoint whose billed units have no price is marked as unpriced.
 */
export function customEndpoints(shared: Pick<Catalogue, "find">, provider: Provider): Addition {
  const all = provider.models.map((stored) => customEndpoint(shared, provider, stored));
  return {
    models: all.flatMap(({ model }) => model ?? []),
    endpoints: all.map(({ endpoint }) => endpoint),
    prices: all.flatMap(({ prices }) => prices),
  };
}

/** Returns the id under which requests name a custom provider's model. */
export function customModelId(slug: string, { model, upstreamModel }: Pick<StoredModel, "model" | "upstreamModel">) {
  return model ?? `${slug}/${upstreamModel}`;
}

function customEndpoint(shared: Pick<Catalogue, "find">, provider: Provider, stored: StoredModel) {
  const { slug, zeroDataRetention, createdAt } = provider;
  const { upstreamModel, contextLength } = stored;
  const foundAt = Math.floor(new Date(createdAt).getTime() / 1000);
  const discovery = { provider: slug, upstreamModel, foundAt, contextLength, isFree: false, zeroDataRetention };
  const discovered = discoveredEndpoint(discovery);
  const [listed] = discovered.models as [Model];
  const [base] = discovered.endpoints as [ModelEndpoint];
  const known = stored.model === null ? undefined : shared.find(stored.model);
  const id = known?.id ?? customModelId(slug, stored);
  const outputs = (stored.outputModalities as Modality[] | null) ?? known?.outputModalities ?? listed.outputModalities;
  const endpointId = `${id}@${slug}`;
  const prices = customPrices(endpointId, stored.prices, createdAt);
  const { unpriced: _, ...priced } = base;
  const endpoint: ModelEndpoint = {
    ...(isFullyPriced(outputs, base, prices) ? priced : base),
    id: endpointId,
    model: id,
    contextLength: contextLength ?? known?.contextLength ?? null,
    maxOutputTokens: stored.maxOutputTokens,
    supportedParameters: stored.supportedParameters ?? usualParameters(outputs, slug, upstreamModel),
  };
  const model: Model = {
    ...listed,
    id,
    canonicalSlug: id,
    name: stored.name ?? upstreamModel,
    description: `${stored.name ?? upstreamModel}, served by ${provider.name}.`,
    inputModalities: stored.inputModalities as Modality[],
    outputModalities: outputs,
    contextLength,
  };
  return { model: known ? undefined : model, endpoint, prices };
}
