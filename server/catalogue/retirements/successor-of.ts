import type { Catalogue } from "../catalogue.ts";
import type { Retirement } from "../model.ts";

/** What a provider recommends: a model of the catalogue (its id), or the provider's name of one that is not listed. */
export type Successor = { successor?: string; upstreamSuccessor?: string };

const MAX_STEPS = 5;

/**
 * Returns the successor of a model (its id), or the successor's own one if that has retired too. A name without an
 * author is one of the same author.
 */
export function successorOf(
  catalogue: Pick<Catalogue, "find" | "retired">,
  model: string,
  { successor: name }: Retirement,
  steps = MAX_STEPS,
): Successor {
  if (!name) return {};
  const names = name.includes("/") ? [name] : [name, `${model.slice(0, model.indexOf("/"))}/${name}`];
  for (const one of names) {
    const found = catalogue.find(one);
    if (found) return { successor: found.id };
    const retired = catalogue.retired(one);
    if (retired?.retirement && steps > 0) return successorOf(catalogue, retired.id, retired.retirement, steps - 1);
  }
  return { upstreamSuccessor: name };
}
