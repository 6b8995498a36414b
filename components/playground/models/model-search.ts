import type { z } from "zod";
import type { Model } from "#lib/contract/models.ts";

export type CatalogueModel = Pick<
  z.output<typeof Model>,
  "id" | "name" | "pricing" | "context_length" | "available" | "providers" | "supported_parameters" | "architecture"
> & {
  /** For speech models; null or absent if unknown. */
  supported_voices?: string[] | null;
  /** Day on which the creator retires the model; absent if none is announced. */
  expiration_date?: string | undefined;
};

export type ModelGroup = { heading: string; models: readonly CatalogueModel[] };

const MOST_SHOWN = 60;

/**
 * Returns the models that match every word of a search, in groups: the selected one, recently used, with a provider key
 * here, without one. At most sixty, so that a list of hundreds opens at once; `left` counts the rest.
 */
export function searchModels(
  models: readonly CatalogueModel[],
  search: string,
  recent: readonly string[],
  chosen = "",
): { groups: readonly ModelGroup[]; left: number } {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const matches = models.filter((model) => words.every((word) => haystack(model).includes(word)));
  const current = words.length === 0 ? matches.filter(({ id }) => id === chosen) : [];
  const find = (id: string) => matches.find((model) => model.id === id && !current.includes(model));
  const used = recent.flatMap((id) => find(id) ?? []);
  const others = matches.filter((model) => ![...current, ...used].includes(model)).toSorted(byFit(words[0]));
  const groups = [
    { heading: "Selected", models: current },
    { heading: "Recently used", models: used },
    { heading: "Available here", models: others.filter(({ available }) => available) },
    { heading: "No provider key yet", models: others.filter(({ available }) => !available) },
  ];
  let left = MOST_SHOWN;
  const shown = groups.map(({ heading, models: all }) => {
    const part = all.slice(0, left);
    left -= part.length;
    return { heading, models: part };
  });
  const count = shown.reduce((sum, group) => sum + group.models.length, 0);
  return { groups: shown.filter((group) => group.models.length > 0), left: matches.length - count };
}

function haystack({ id, name, providers }: CatalogueModel): string {
  return `${id} ${name} ${providers.join(" ")}`.toLowerCase();
}

/**
 * Sorts an exact name first, then names that start with the search. Without a search, local models first, since they
 * always work.
 */
function byFit(word: string | undefined) {
  const rank = ({ id }: CatalogueModel) => {
    if (word && (id === word || id.split("/")[1] === word)) return -1;
    if (word && (id.startsWith(word) || id.split("/")[1]?.startsWith(word))) return 0;
    return !word && id.startsWith("local/") ? 0 : 1;
  };
  return (one: CatalogueModel, other: CatalogueModel) => rank(one) - rank(other);
}

/** Adds a name to the front of the recently used ones. */
export function withRecent(recent: readonly string[], id: string): readonly string[] {
  return [id, ...recent.filter((other) => other !== id)].slice(0, 6);
}
