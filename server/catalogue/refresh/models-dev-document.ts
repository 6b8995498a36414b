import { z } from "zod";
import { HttpError } from "#server/errors.ts";
import { endpointDrafts, endpointOf } from "../build/endpoints.ts";
import type { Entry } from "../build/entries.ts";
import { authorName } from "../build/models/author-names.ts";
import { parseUpstreamName, withServingVariant } from "../build/models/canonical.ts";
import { UNSERVED } from "../build/models/classify.ts";
import { consensus } from "../build/models/consensus.ts";
import { MODEL_ALIASES, SLUG_ALIASES } from "../build/models/model-aliases.ts";
import { modelFacts } from "../build/models/model-facts.ts";
import { createModelIndex, type ModelIndex } from "../build/models/model-index.ts";
import { PROVIDER_LIST } from "../build/provider-list.ts";
import type { ProviderRow } from "../build/provider-row.ts";
import { isRetained } from "../build/retained-models.ts";
import type { Claim, Source } from "../build/sources/claim.ts";
import { cleanClaims } from "../build/sources/clean-claims.ts";
import { modelsDevClaims } from "../build/sources/models-dev.ts";
import type { ModelsDevModel } from "../build/sources/raw.ts";
import type { Catalogue } from "../catalogue.ts";
import type { Addition } from "../model.ts";
import type { RefreshDocument } from "./refresh-document.ts";

const Literal = z.string().max(40);
const Tier = z.looseObject({ tier: z.looseObject({ size: Literal }) });
const ModelShape = z.looseObject({
  name: z.string().max(300),
  release_date: z.string().max(40).optional(),
  knowledge: z.string().max(40).optional(),
  status: z.string().max(40).optional(),
  modalities: z
    .looseObject({ input: z.array(z.string()).optional(), output: z.array(z.string()).optional() })
    .optional(),
  limit: z
    .looseObject({ context: Literal.optional(), input: Literal.optional(), output: Literal.optional() })
    .optional(),
  cost: z.looseObject({ tiers: z.array(Tier).max(20).optional() }).optional(),
});
const DocumentShape = z.record(
  z.string().max(200),
  z.looseObject({ models: z.record(z.string().max(300), ModelShape) }),
);

/** The parts of one source that are used while reading it. */
type Reading = { source: Source; catalogue: Catalogue; index: ModelIndex };
type Part = Addition & { listed: string };

/**
 * Reads models.dev's `api.json`, with numbers as the literals in the text. Its prices replace those of known endpoints;
 * unknown models are added if they have prices. Throws HttpError 400.
 */
export function readModelsDev(document: unknown, source: Source, catalogue: Catalogue): RefreshDocument {
  const read = DocumentShape.safeParse(document);
  if (!read.success)
    throw createInvalidDocumentError(`${read.error.issues[0]?.path.join(".")}: ${read.error.issues[0]?.message}`);
  const reading = { source, catalogue, index: indexOf(catalogue) };
  const all = PROVIDER_LIST.flatMap((provider) => {
    const models = read.data[provider.modelsDev ?? ""]?.models ?? {};
    return Object.entries(models as Record<string, ModelsDevModel>)
      .filter(
        ([name, { status }]) =>
          status !== "deprecated" &&
          !name.startsWith("~") &&
          !UNSERVED.test(name.toLowerCase()) &&
          !provider.skips?.test(name),
      )
      .map(([name, model]) => readModel(reading, provider, name, model));
  });
  const parts = firstOfEach(all, ({ listed }) => listed);
  return {
    format: "models.dev",
    source: source.id,
    revision: source.revision,
    asOf: source.asOf,
    models: firstOfEach(
      parts.flatMap(({ models }) => models),
      ({ id }) => id,
    ),
    endpoints: parts.flatMap(({ endpoints }) => endpoints),
    prices: parts.flatMap(({ prices }) => prices),
    listed: new Set(parts.map(({ listed }) => listed)),
    isComplete: false,
  };
}

function readModel(reading: Reading, provider: ProviderRow, name: string, model: ModelsDevModel): Part {
  const { catalogue, source } = reading;
  const upstreamModel = provider.apiName?.(name) ?? name;
  const plain = provider.plainName?.(name) ?? name;
  const entry: Entry = { provider, upstreamModel, name: parseUpstreamName(plain, provider), modelsDev: model };
  const known = catalogue.endpointsOfProvider(provider.id).find((endpoint) => endpoint.upstreamModel === upstreamModel);
  if (!known) return describeNewEndpoint(reading, entry, model);
  const output = catalogue.find(known.model)?.outputModalities ?? ["text"];
  const claims = cleanClaims(entry, claimsOf(source, model, name), output);
  return { models: [], endpoints: [], prices: consensus(known.id, claims), listed: known.id };
}

/**
 * Returns an unknown model endpoint if the source prices it; a name that only repeats a known endpoint adds nothing.
 */
function describeNewEndpoint({ source, catalogue, index }: Reading, entry: Entry, model: ModelsDevModel): Part {
  const { author, slug } = entry.name;
  const known = index.find(author, slug);
  const namedEntry = known ? entry : { ...entry, name: withServingVariant(entry.name) };
  const alias = MODEL_ALIASES[`${entry.provider.id}:${entry.upstreamModel}`] ?? SLUG_ALIASES[`${author}/${slug}`];
  const id = alias ?? index.find(author, namedEntry.name.slug) ?? `${author}/${namedEntry.name.slug}`;
  const [draft] = endpointDrafts(id, [namedEntry]);
  const nothing = { models: [], endpoints: [], prices: [], listed: draft?.id ?? id };
  if (!draft || catalogue.endpoint(draft.id)) return nothing;
  const facts = modelFacts(id, undefined, [namedEntry], authorName(author), source.asOf);
  const described = catalogue.find(id) ?? facts.model;
  const claims = cleanClaims(namedEntry, claimsOf(source, model, entry.upstreamModel), described.outputModalities);
  const prices = consensus(draft.id, claims);
  const policy = policyOf(catalogue, entry.provider.id, entry.upstreamModel);
  const endpoint = endpointOf(draft, described, facts.parameters, prices, policy);
  if (endpoint.unpriced) return nothing;
  return { models: catalogue.find(id) ? [] : [facts.model], endpoints: [endpoint], prices, listed: draft.id };
}

function claimsOf(source: Source, model: ModelsDevModel, name: string): Claim[] {
  try {
    return modelsDevClaims(source, model);
  } catch (thrown) {
    throw createInvalidDocumentError(`${name}: ${(thrown as Error).message}`);
  }
}

function indexOf(catalogue: Catalogue): ModelIndex {
  const index = createModelIndex();
  for (const { id } of catalogue.models()) index.add(id);
  return index;
}

function firstOfEach<T>(records: readonly T[], keyOf: (record: T) => string): T[] {
  const first = new Map<string, T>();
  for (const record of records) if (!first.has(keyOf(record))) first.set(keyOf(record), record);
  return [...first.values()];
}

/** Returns the policy of the provider's other endpoints; for an unknown provider, the cautious one. */
function policyOf(catalogue: Catalogue, provider: string, upstreamModel: string) {
  const others = catalogue.endpointsOfProvider(provider);
  return {
    zeroDataRetention: others.some((other) => other.zeroDataRetention) && !isRetained(provider, upstreamModel),
    trainsOnPrompts: others[0]?.trainsOnPrompts ?? true,
  };
}

function createInvalidDocumentError(why: string): HttpError {
  return new HttpError(400, `The price source is not a valid models.dev document: ${why}`);
}
