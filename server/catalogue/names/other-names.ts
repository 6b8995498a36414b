import { AUTHORS } from "../build/models/authors.ts";
import { PROVIDER_LIST } from "../build/provider-list.ts";
import type { Model, ModelEndpoint } from "../model.ts";
import { AUTHOR_PREFIXES, PROVIDER_PREFIXES } from "./provider-prefixes.ts";

/** The model that a name means, and its endpoints if the name means only some of them. */
export type OtherName = { model: Model; endpoints?: readonly ModelEndpoint[] };

/** Makers of models by author; a dated name is a maker's own. */
const MAKERS = Map.groupBy(
  PROVIDER_LIST.filter(({ hosts }) => !hosts),
  ({ author }) => author,
);
const DATED = /^(.+?)-(?:20\d{6}|20\d{2}-\d{2}-\d{2})$/;

/**
 * Returns a function that finds models by names that are not exactly theirs, as clients of providers and of other
 * gateways write them. Case does not matter. In this order, a name may be:
 *
 * - that of a model or of its maker's API, with or without its author: `openai/gpt-5-chat-latest`;
 * - a host's own: `deepseek-ai/DeepSeek-V3.2`, `llama-3.3-70b-versatile`;
 * - one of these after a provider, which then has to serve it: `groq/llama-3.3-70b-versatile`;
 * - one of the first kind with a date that no source lists, which its maker gets as it is: `gpt-4.1-2025-04-14`.
 *
 * A name that fits several models means none of them. Linear in the number of endpoints.
 */
export function otherNames(
  models: readonly Model[],
  endpoints: readonly ModelEndpoint[],
): (name: string) => OtherName | undefined {
  const byId = new Map(models.map((model) => [model.id, model]));
  const known = unambiguous([
    models.flatMap((model) => namesOf(model).map((name) => [name, model.id] as const)),
    endpoints.map(({ upstreamModel, model }) => [upstreamModel, model] as const),
  ]);
  const byProvider = Map.groupBy(endpoints, ({ provider }) => provider);

  function plain(name: string): Model | undefined {
    const [prefix, rest] = split(name);
    const author = AUTHOR_PREFIXES[prefix] ?? AUTHORS[prefix];
    return byId.get(known.get(name) ?? (author && known.get(`${author}/${rest}`)) ?? "");
  }

  function atProvider(name: string): OtherName | undefined {
    const [prefix, rest] = split(name);
    const served = byProvider.get(PROVIDER_PREFIXES[prefix] ?? prefix) ?? [];
    const id = plain(rest)?.id;
    const named = served.filter(({ upstreamModel }) => upstreamModel.toLowerCase() === rest);
    const found = named.length > 0 ? named : served.filter(({ model }) => model === id);
    const model = byId.get(found[0]?.model ?? "");
    return model && found.every((endpoint) => endpoint.model === model.id) ? { model, endpoints: found } : undefined;
  }

  function dated(name: string): OtherName | undefined {
    const model = plain(DATED.exec(name)?.[1] ?? "");
    const [author = ""] = model ? split(model.id) : [];
    const makers = MAKERS.get(author)?.map(({ id }) => id) ?? [];
    const own = endpoints.filter((endpoint) => endpoint.model === model?.id && makers.includes(endpoint.provider));
    const upstreamModel = name.slice(name.indexOf("/") + 1);
    return model && own.length > 0
      ? { model, endpoints: own.map((endpoint) => ({ ...endpoint, upstreamModel })) }
      : undefined;
  }

  return (name) => {
    const small = name.toLowerCase();
    const model = plain(small);
    return model ? { model } : (atProvider(small) ?? dated(small));
  };
}

function namesOf({ id, canonicalSlug, aliases = [] }: Model): string[] {
  const [author] = split(id);
  const whole = [id, canonicalSlug, ...aliases.map((alias) => (alias.includes("/") ? alias : `${author}/${alias}`))];
  return [...whole, ...whole.map((name) => split(name)[1]), ...aliases];
}

/** Returns the meaning of each name, in small letters; earlier lists go first. Leaves out what a list has twice. */
function unambiguous(lists: (readonly (readonly [string, string])[])[]): Map<string, string> {
  const all = new Map<string, string>();
  for (const list of lists) {
    const found = new Map<string, string | null>();
    for (const [name, id] of list) {
      const small = name.toLowerCase();
      found.set(small, (found.get(small) ?? id) === id ? id : null);
    }
    for (const [name, id] of found) if (id !== null && !all.has(name)) all.set(name, id);
  }
  return all;
}

/** Returns the part before the first slash, and what follows it; an empty part and the name if it has none. */
function split(name: string): [prefix: string, rest: string] {
  const slash = name.indexOf("/");
  return [name.slice(0, Math.max(slash, 0)), name.slice(slash + 1)];
}
