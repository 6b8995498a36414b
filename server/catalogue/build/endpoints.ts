import { isPriced, statesPrice } from "../is-priced.ts";
import type { Model, ModelEndpoint, Price } from "../model.ts";
import type { Entry } from "./entries.ts";
import { mediaParameters } from "./media-parameters.ts";
import { nameKey } from "./models/canonical.ts";
import { parametersOf, withKnownParameters } from "./parameters.ts";
import type { ProviderPolicy } from "./provider-facts.ts";

export type EndpointDraft = { id: string; entry: Entry };

/**
 * Returns one draft for each variant in which a provider serves a model; names that only repeat another (dates,
 * `-latest`) are dropped.
 */
export function endpointDrafts(modelId: string, entries: Entry[]): EndpointDraft[] {
  const drafts = new Map<string, Entry>();
  for (const entry of entries.toSorted(byPlainness(modelId))) {
    const base = `${modelId}@${entry.provider.id}`;
    const ids = [entry.name.variant, entry.name.variant ? null : entry.name.quantization]
      .filter((variant) => variant !== null)
      .map((variant) => `${base}:${variant}`);
    const id = entry.name.variant ? (ids[0] as string) : [base, ...ids].find((candidate) => !drafts.has(candidate));
    if (id && !drafts.has(id)) drafts.set(id, entry);
  }
  return [...drafts].sort(([a], [b]) => (a < b ? -1 : 1)).map(([id, entry]) => ({ id, entry }));
}

/**
 * Sorts described entries before undescribed, the model's own name before an alias, unquantized before quantized, short
 * before long.
 */
function byPlainness(modelId: string): (a: Entry, b: Entry) => number {
  const key = nameKey(modelId.slice(modelId.indexOf("/") + 1));
  const rank = (entry: Entry) =>
    (nameKey(entry.name.slug) === key ? 0 : 2) +
    (entry.modelsDev || entry.listing ? 0 : 4) +
    (entry.name.quantization ? 1 : 0);
  return (a, b) =>
    rank(a) - rank(b) ||
    a.upstreamModel.length - b.upstreamModel.length ||
    (a.upstreamModel < b.upstreamModel ? -1 : 1);
}

/** Returns the endpoint's record; `parameters` are the model's if the provider states none of its own. */
export function endpointOf(
  draft: EndpointDraft,
  model: Model,
  parameters: string[],
  prices: Price[],
  policy: ProviderPolicy,
): ModelEndpoint {
  const { entry } = draft;
  const limit = entry.modelsDev?.limit;
  const top = entry.listing?.top_provider;
  const isText = model.outputModalities.includes("text");
  const own = entry.provider.hosts && entry.modelsDev && !entry.listing ? parametersOf(entry.modelsDev) : parameters;
  const endpoint: ModelEndpoint = {
    id: draft.id,
    model: model.id,
    provider: entry.provider.id,
    upstreamModel: entry.upstreamModel,
    contextLength: parsePositive(limit?.context) ?? parsePositive(top?.context_length) ?? model.contextLength,
    maxOutputTokens: parsePositive(top?.max_completion_tokens) ?? parsePositive(limit?.output),
    maxPromptTokens: parsePositive(limit?.input),
    quantization: entry.name.quantization,
    supportedParameters: isText
      ? withKnownParameters(own, entry.provider.id, entry.upstreamModel)
      : mediaParameters(model.outputModalities, entry.provider.id, entry.upstreamModel),
    supportsImplicitCaching: statesPrice(prices, "cache_read_tokens") && !statesPrice(prices, "cache_write_tokens"),
    ...policy,
  };
  return isPriced(model.outputModalities, prices) ? endpoint : { ...endpoint, unpriced: true };
}

function parsePositive(literal: string | null | undefined): number | null {
  return Number(literal) > 0 ? Number(literal) : null;
}
