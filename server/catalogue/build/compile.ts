import { isPriced } from "../is-priced.ts";
import type { Model, ModelEndpoint, Price, Snapshot } from "../model.ts";
import { endpointDrafts, endpointOf } from "./endpoints.ts";
import type { Entry } from "./entries.ts";
import { billedApart, isDescribedByHand, type MediaFile } from "./media.ts";
import { authorName } from "./models/author-names.ts";
import { consensus } from "./models/consensus.ts";
import { borrowFacts, type ModelFacts, modelFacts } from "./models/model-facts.ts";
import { resolveEntries } from "./models/resolve.ts";
import type { ProviderFile } from "./provider-facts.ts";
import { type Retirements, retirementOf } from "./retirements.ts";
import { claimsOf } from "./sources/claims.ts";
import { localCatalogue } from "./sources/local.ts";
import type { RawData } from "./sources/raw.ts";
import { type Sources, sourceNotices } from "./sources/sources.ts";

export type CompileInput = {
  raw: RawData;
  sources: Sources;
  media: MediaFile;
  retirements: Retirements;
  providers: ProviderFile;
};

/** Compiles the whole snapshot from the sources, in a fixed order: the same inputs give the same snapshot. */
export function compile({ raw, sources, media, retirements, providers }: CompileInput): Snapshot {
  const byModel = resolveEntries(raw, media);
  const facts = factsOfAll(byModel, raw, sources.genaiPrices.asOf);
  const listedEnds = new Map(raw.listing.map(({ id, expiration_date }) => [id, expiration_date]));
  const parts = [...byModel].sort(byKey).map(([id, entries]) => compileModel(id, entries, facts.get(id) as ModelFacts));
  const local = localCatalogue(sources.project);
  const endpoints = [...local.endpoints, ...parts.flatMap((part) => part.endpoints)];
  return {
    revision: [sources.modelsDev, sources.portkey, sources.genaiPrices]
      .map((source) => `${source.id}@${source.revision}`)
      .join(" "),
    models: withUniqueAliases([
      ...local.models,
      ...parts.filter((part) => part.endpoints.length > 0).map((part) => part.model),
    ]),
    endpoints,
    prices: [...local.prices, ...parts.flatMap((part) => part.prices)],
    providers: providers.facts(new Set(endpoints.map((endpoint) => endpoint.provider))),
    notices: sourceNotices(sources),
  };

  /**
   * Returns whether to list an endpoint. One without a price is listed (and flagged) only if a source describes it as a
   * text model, or the hand-written file describes it at all.
   */
  function isWorthListing(entry: Entry, model: Model): boolean {
    if (isDescribedByHand(media, entry.provider.id, entry.upstreamModel)) return true;
    return (entry.modelsDev ?? entry.listing) !== undefined && model.outputModalities.includes("text");
  }

  function compileModel(id: string, entries: Entry[], { model, parameters }: ModelFacts) {
    const rows = endpointDrafts(id, entries).map((draft) => {
      const { outputModalities: output } = model;
      const prices = consensus(draft.id, claimsOf(draft.entry, output, sources, media), (claims) =>
        isPriced(output, claims),
      );
      const policy = providers.policy(draft.entry.provider.id, draft.entry.upstreamModel);
      const apart = billedApart(media, draft.entry.provider.id, draft.entry.upstreamModel);
      const endpoint = endpointOf(draft, model, parameters, prices, policy);
      const retirement = retirementOf(retirements, id, draft.entry, listedEnds.get(id));
      const more = { ...(apart.length > 0 && { billedApart: apart }), ...(retirement && { retirement }) };
      return { draft, prices, endpoint: { ...endpoint, ...more } };
    });
    const kept = rows.filter(({ draft, endpoint }) => !endpoint.unpriced || isWorthListing(draft.entry, model));
    const own = entries.filter(isOwn).map((entry) => entry.upstreamModel);
    const names = own.length > 0 ? [...own, id.slice(id.indexOf("/") + 1)] : [];
    const aliases = [...new Set(names)].filter((name) => name !== id).sort();
    const ownRows = kept.filter(({ draft }) => isOwn(draft.entry));
    // Its maker may still serve it through another API.
    const isRetired = ownRows.every(({ endpoint }) => endpoint.retirement);
    const retirement = isRetired ? ownRows[0]?.endpoint.retirement : undefined;
    return {
      model: { ...model, ...(retirement && { retirement }), ...(aliases.length > 0 && { aliases }) },
      endpoints: kept.map(({ endpoint }) => endpoint),
      prices: kept.flatMap(({ prices }) => prices),
    };
  }
}

/** Returns whether the provider makes the model; a model's bare name belongs to its maker. */
function isOwn(entry: Entry): boolean {
  return !entry.provider.hosts && entry.name.variant === null;
}

function factsOfAll(byModel: Map<string, Entry[]>, raw: RawData, firstSeen: string): Map<string, ModelFacts> {
  const variantsFirst = raw.listing.toSorted((a, b) => Number(b.id.includes(":")) - Number(a.id.includes(":")));
  const listed = new Map(variantsFirst.map((model) => [model.id.split(":")[0] as string, model]));
  const name = (id: string) => authorName(id.split("/")[0] as string);
  const all = [...byModel].map(([id, entries]) => ({
    id,
    entries,
    facts: modelFacts(id, listed.get(id), entries, name(id), firstSeen),
  }));
  const isDescribed = (id: string, entries: Entry[]) => listed.has(id) || entries.some((entry) => entry.modelsDev);
  const described = all.filter(({ id, entries }) => isDescribed(id, entries)).map(({ facts }) => facts);
  return new Map(
    all.map(({ id, entries, facts }) => {
      const isPlain = isDescribed(id, entries) || facts.model.outputModalities.join() !== "text";
      return [id, isPlain ? facts : borrowFacts(facts, described, name(id))];
    }),
  );
}

/** Drops an alias that is another model's id or that two models claim, so that an alias always means one model. */
function withUniqueAliases(models: Model[]): Model[] {
  const counts = new Map<string, number>();
  for (const model of models)
    for (const name of [model.id, ...(model.aliases ?? [])]) counts.set(name, (counts.get(name) ?? 0) + 1);
  return models.map((model) => {
    const { aliases = [], ...rest } = model;
    const unique = aliases.filter((alias) => counts.get(alias) === 1);
    return unique.length > 0 ? { ...rest, aliases: unique } : rest;
  });
}

function byKey([a]: [string, unknown], [b]: [string, unknown]): number {
  return a < b ? -1 : 1;
}

/** Returns the counts of models, prices, disputes and so on for the build's last line. */
export function summary({
  models,
  endpoints,
  prices,
}: {
  models: Model[];
  endpoints: ModelEndpoint[];
  prices: Price[];
}): string {
  const count = (test: (price: Price) => boolean) => prices.filter(test).length;
  return [
    `${models.length} models, ${endpoints.length} endpoints of ${new Set(endpoints.map((endpoint) => endpoint.provider)).size} providers`,
    `${endpoints.filter((endpoint) => endpoint.unpriced).length} unpriced endpoints`,
    `${prices.length} prices: ${count((price) => (price.agreeing ?? 1) > 1)} confirmed by two or more sources, ${count((price) => price.disputed)} disputed`,
  ].join("; ");
}
