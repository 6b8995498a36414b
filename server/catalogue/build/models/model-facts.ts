import type { Modality, Model } from "#server/catalogue/model.ts";
import type { Entry } from "../entries.ts";
import { parametersOf } from "../parameters.ts";
import type { ListingModel } from "../sources/raw.ts";
import { TOKENIZERS } from "./authors.ts";
import { nameKey } from "./canonical.ts";
import { modalitiesOf } from "./classify.ts";
import { describeModel } from "./describe-model.ts";

export type ModelFacts = { model: Model; parameters: string[]; relative: string | null };

/**
 * Returns the facts of one model from its listing record and the entries that serve it, the maker's own first.
 * `firstSeen` (YYYY-MM-DD) is used if no source states a release date.
 */
export function modelFacts(
  id: string,
  listing: ListingModel | undefined,
  entries: Entry[],
  authorName: string,
  firstSeen: string,
): ModelFacts {
  const [author, slug] = id.split("/") as [string, string];
  const described = entries.find((entry) => entry.modelsDev)?.modelsDev;
  const modalities = listing
    ? {
        input: listing.architecture.input_modalities as Modality[],
        output: listing.architecture.output_modalities as Modality[],
      }
    : modalitiesOf(slug, described?.modalities);
  const released = listing?.created ?? unixSeconds(described?.release_date);
  const parameters = (listing?.supported_parameters ?? parametersOf(described)).toSorted();
  const facts = {
    id,
    canonicalSlug: listing?.canonical_slug ?? id,
    name: nameOf(id, listing, entries),
    created: Number(released ?? unixSeconds(firstSeen)),
    ...(released === null && { isUndated: true as const }),
    inputModalities: modalities.input,
    outputModalities: modalities.output,
    tokenizer: listing?.architecture.tokenizer ?? TOKENIZERS[author] ?? "Other",
    contextLength:
      parsePositive(listing?.context_length) ??
      parsePositive(described?.limit?.context) ??
      entries.find((entry) => entry.genaiPrices?.context_window)?.genaiPrices?.context_window ??
      null,
    knowledgeCutoff: listing?.knowledge_cutoff ?? described?.knowledge ?? null,
  };
  return {
    model: { ...facts, description: describeModel(facts, authorName, parameters, null) },
    parameters,
    relative: null,
  };
}

/**
 * Fills in the facts of a model that appears only in a price list from its newest described relative; null if it has
 * none.
 */
export function borrowFacts(facts: ModelFacts, described: ModelFacts[], authorName: string): ModelFacts {
  const relative = newestRelative(facts.model.id, described);
  if (!relative) return facts;
  const { inputModalities, outputModalities, tokenizer, contextLength } = relative.model;
  const model = {
    ...facts.model,
    inputModalities,
    outputModalities,
    tokenizer,
    contextLength: facts.model.contextLength ?? contextLength,
  };
  return {
    model: { ...model, description: describeModel(model, authorName, relative.parameters, relative.model.name) },
    parameters: relative.parameters,
    relative: relative.model.id,
  };
}

/**
 * Finds a model of the same author: one whose name differs only in numbers, else a plain name (`gpt-5.5`), else one
 * with the same first word.
 */
function newestRelative(id: string, described: ModelFacts[]): ModelFacts | undefined {
  const [author, slug] = id.split("/") as [string, string];
  const family = (name: string) => nameKey(name.replace(/\d+/g, ""));
  const word = (name: string) => /^[a-z]+/.exec(name)?.[0];
  const own = described
    .filter((facts) => facts.model.outputModalities.join() === "text" && facts.model.id.startsWith(`${author}/`))
    .map((facts) => ({ facts, name: facts.model.id.slice(author.length + 1) }));
  const relatives = own.filter(({ name }) => word(name) === word(slug));
  const same = own.filter(({ name }) => family(name) === family(slug));
  const plain = relatives.filter(({ name }) => /^[a-z]+-?[\d.]+$/.test(name));
  const nearest = [same, plain, relatives].find((group) => group.length > 0) ?? [];
  return nearest.map(({ facts }) => facts).toSorted((a, b) => b.model.created - a.model.created)[0];
}

function nameOf(id: string, listing: ListingModel | undefined, entries: Entry[]): string {
  const name =
    listing?.name.replace(/^[^:]{1,40}: /, "") ??
    entries.find((entry) => entry.modelsDev?.name)?.modelsDev?.name ??
    entries.find((entry) => entry.genaiPrices?.name)?.genaiPrices?.name;
  // Some names in the sources end with a blank.
  return name?.replace(/ \(free\)$/i, "").trim() ?? (id.split("/")[1] as string);
}

function parsePositive(literal: string | null | undefined): number | null {
  return Number(literal) > 0 ? Number(literal) : null;
}

function unixSeconds(date: string | undefined): number | null {
  const [year, month = 1, day = 1] = (date ?? "").split("-").map(Number);
  return year ? Date.UTC(year, month - 1, day) / 1000 : null;
}
