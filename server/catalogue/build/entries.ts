import type { ModelInfo } from "@pydantic/genai-prices";
import { parseUpstreamName, type UpstreamName } from "./models/canonical.ts";
import { UNSERVED } from "./models/classify.ts";
import type { ProviderRow } from "./provider-row.ts";
import { genaiModel, genaiModels } from "./sources/genai-prices.ts";
import type { ListingModel, ModelsDevModel, PortkeyModel, RawData } from "./sources/raw.ts";

/** One upstream name at one provider with the data of each source. */
export type Entry = {
  provider: ProviderRow;
  upstreamModel: string;
  name: UpstreamName;
  modelsDev?: ModelsDevModel;
  listing?: ListingModel;
  genaiPrices?: ModelInfo;
  portkey?: PortkeyModel;
};

/** Names so old that their provider has probably withdrawn them, but that remain in a price list for old bills. */
const RETIRED =
  /^(ada|babbage|curie|davinci|text-davinci|ft:|gpt-3|gpt-4-32k|gpt-4-vision|gpt-4\.5|o1-mini|o1-preview|codex-mini|chatgpt-4o|claude-(v?1|2|3|instant)|gemini-1|gemini-pro|gemini-flash-1|gemma-2|gemma-3$|gemma-3n$|command(-light|-r|-r-plus|-r7b)?$|grok-[23]|grok-vision|llama-3\.1-sonar|r1-1776|open-mi|pixtral|codestral-mamba|voyage-(0|2|lite|large-2|code-2)|.*\.ft-)/;

/** Names in a maker's price list that its own API does not serve: names of other clouds and hosts. */
const SERVED_ELSEWHERE = /^gpt-oss|^gpt-5(\.\d)?-image|-maas$|^gemini-2\.5-(flash|pro)-tts$/;

/** Returns every upstream name of a provider that a source lists as served, in alphabetical order. */
export function entriesOf(provider: ProviderRow, raw: RawData, isKnown: (name: UpstreamName) => boolean): Entry[] {
  const modelsDev = raw.modelsDev[provider.modelsDev ?? ""]?.models ?? {};
  const listing =
    provider.id === "openrouter"
      ? new Map(raw.listing.map((model) => [model.id, model]))
      : new Map<string, ListingModel>();
  const names = new Set([
    ...Object.keys(modelsDev).filter((id) => modelsDev[id]?.status !== "deprecated"),
    ...listing.keys(),
    ...(provider.unlisted ?? []),
  ]);
  for (const model of findNewGenaiNames(provider, modelsDev, isKnown)) names.add(model);
  return [...names]
    .filter((name) => !UNSERVED.test(name.toLowerCase()) && !name.startsWith("~") && !provider.skips?.test(name))
    .sort()
    .map((name) => entryOf(provider, name, modelsDev[name], listing.get(name), raw));
}

/** Returns one upstream name with the data of the sources that are keyed by name. */
export function entryOf(
  provider: ProviderRow,
  upstreamModel: string,
  modelsDev: ModelsDevModel | undefined,
  listing: ListingModel | undefined,
  raw: RawData,
): Entry {
  const apiName = provider.apiName?.(upstreamModel) ?? upstreamModel;
  const isPriced = provider.genaiPrices !== undefined && provider.genaiNames?.test(upstreamModel) !== false;
  const listedAs = (name: string) => (isPriced ? genaiModel(provider.genaiPrices as string, name) : undefined);
  return {
    provider,
    upstreamModel: apiName,
    name: parseUpstreamName(provider.plainName?.(upstreamModel) ?? upstreamModel, provider),
    modelsDev,
    listing,
    genaiPrices: listedAs(provider.genaiName?.(upstreamModel) ?? upstreamModel) ?? listedAs(apiName),
    portkey: portkeyModel(provider, upstreamModel, raw),
  };
}

/**
 * Returns models newer than the other sources; a host's only if another provider is known to make or serve the model.
 */
function findNewGenaiNames(
  provider: ProviderRow,
  modelsDev: Record<string, ModelsDevModel>,
  isKnown: (name: UpstreamName) => boolean,
): string[] {
  if (!provider.genaiPrices || provider.isListStale) return [];
  const ids = genaiModels(provider.genaiPrices).map((model) => model.id);
  const fresh = ids.filter((id) => !(id in modelsDev) && !RETIRED.test(id) && !id.includes(":") && !/^https?/.test(id));
  if (!provider.modelsDev && provider.hosts) return fresh;
  const isOwn = (id: string) => (provider.id === "google" ? /^gem/.test(id) : true);
  if (!provider.hosts) return fresh.filter((id) => isOwn(id) && !SERVED_ELSEWHERE.test(id));
  return fresh.filter((id) => isKnown(parseUpstreamName(id, provider)));
}

/**
 * Google's file splits a model by prompt length at its own threshold; the part for short prompts has the base price.
 */
function portkeyModel(provider: ProviderRow, upstreamModel: string, raw: RawData): PortkeyModel | undefined {
  const file = raw.portkey[provider.portkeyFile?.(upstreamModel) ?? provider.portkey ?? ""] ?? {};
  const name = provider.portkeyName?.(upstreamModel) ?? upstreamModel;
  return file[name] ?? file[`${name}-lte-200k`] ?? file[`${name}-lte-128k`] ?? file[name.toLowerCase()];
}
