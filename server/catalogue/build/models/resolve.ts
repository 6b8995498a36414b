import { type Entry, entriesOf, entryOf } from "../entries.ts";
import type { MediaFile } from "../media.ts";
import { PROVIDER_LIST } from "../provider-list.ts";
import type { ProviderRow } from "../provider-row.ts";
import type { RawData } from "../sources/raw.ts";
import { AUTHORS } from "./authors.ts";
import { parseUpstreamName, withServingVariant } from "./canonical.ts";
import { UNSERVED } from "./classify.ts";
import { MODEL_ALIASES, SLUG_ALIASES } from "./model-aliases.ts";
import { createModelIndex, type ModelIndex } from "./model-index.ts";

/** Groups every upstream name of every provider by model id. */
export function resolveEntries(raw: RawData, media: MediaFile): Map<string, Entry[]> {
  const index = buildIndex(raw);
  const byModel = new Map<string, Entry[]>();
  for (const provider of PROVIDER_LIST) {
    const isKnown = (name: { author: string; slug: string }) => index.find(name.author, name.slug) !== undefined;
    const listed = entriesOf(provider, raw, isKnown);
    const entries = [...listed, ...mediaEntries(provider, media, raw)];
    for (const entry of new Map(entries.map((found) => [found.upstreamModel, found])).values()) {
      const entryWithVariant = hasServingVariant(entry, index)
        ? { ...entry, name: withServingVariant(entry.name) }
        : entry;
      const id = modelId(entryWithVariant, index);
      index.add(id);
      byModel.set(id, [...(byModel.get(id) ?? []), entryWithVariant]);
    }
  }
  return byModel;
}

/** Returns the media models that the hand-written file describes; a source's own description takes precedence. */
function mediaEntries(provider: ProviderRow, media: MediaFile, raw: RawData): Entry[] {
  const described = raw.modelsDev[provider.modelsDev ?? ""]?.models ?? {};
  const models = media.models.filter((model) => model.provider === provider.id && !(model.model in described));
  return models.map(({ model, name, releaseDate, contextLength: context }) =>
    entryOf(
      provider,
      model,
      { name, release_date: releaseDate, ...(context && { limit: { context } }) },
      undefined,
      raw,
    ),
  );
}

/** Returns whether the last word of the name is a serving variant of a model known without it. */
function hasServingVariant({ name }: Entry, index: ModelIndex): boolean {
  return index.find(name.author, name.slug) === undefined;
}

/**
 * Indexes the listing's names first, since others are matched to them; then those of the host that uses the same style.
 */
function buildIndex(raw: RawData): ModelIndex {
  const index = createModelIndex();
  const names = [...raw.listing.map((model) => model.id), ...Object.keys(raw.modelsDev.openrouter?.models ?? {})];
  for (const name of names) if (!name.startsWith("~") && !UNSERVED.test(name)) index.add(name.split(":")[0] as string);
  return index;
}

function modelId(entry: Entry, index: ModelIndex): string {
  const alias = MODEL_ALIASES[`${entry.provider.id}:${entry.upstreamModel}`];
  if (alias) return alias;
  const { author, slug } = entry.name;
  const long = `${author}/${slug}`;
  return (
    SLUG_ALIASES[long] ??
    findExactId(entry, index) ??
    index.find(author, slug) ??
    baseModel(entry, index) ??
    formatId(author, slug)
  );
}

/** Anthropic's names use a hyphen where ids use a point: `claude-opus-5-5` is `claude-opus-5.5`. */
function formatId(author: string, slug: string): string {
  return `${author}/${author === "anthropic" ? slug.replace(/(\d)-(\d)$/, "$1.$2") : slug}`;
}

/** A name that is already one of our ids needs no guessing. */
function findExactId(entry: Entry, index: ModelIndex): string | undefined {
  const name = entry.upstreamModel.split(":")[0] as string;
  return index.has(name) ? name : undefined;
}

/** models.dev states the base model of some hosted models. */
function baseModel(entry: Entry, index: ModelIndex): string | undefined {
  const base = entry.modelsDev?.base_model;
  if (!base || !entry.provider.hosts) return undefined;
  const { author, slug } = parseUpstreamName(base, { author: entry.provider.author, hosts: false });
  return index.find(AUTHORS[author] ?? author, slug);
}
