import type { ModelEndpoint } from "#server/catalogue/model.ts";
import type { Body, Dialect } from "#server/dialects/dialect.ts";
import { providers } from "#server/providers/registry.ts";

/** `tools[2] (local_shell): dropped`, `stop_sequences: dropped (…)`. */
const DROPPED = /^(.+?): dropped\b/;
/** Of an answer, which is no matter of the request. */
const OF_ANSWER = /^answer \(/;
/** Turns that went before are no parameters: what one vendor has signed means nothing to another. */
const OF_HISTORY = /^(?:input|messages)\[/;

const LONGEST_HEADER = 1000;

/** Returns what the provider was not sent of the request, as the value of a header; undefined: nothing. */
export function droppedHeader(notes: readonly string[]): string | undefined {
  if (notes.length === 0) return undefined;
  const names = droppedIn(notes)
    .join(", ")
    .replace(/[^\x20-\x7e]/g, "?");
  return names === "" ? undefined : names.slice(0, LONGEST_HEADER);
}

/** Does the caller want providers alone that take everything? */
export function requiresAll({ provider }: Body): boolean {
  return (provider as { require_parameters?: unknown } | null | undefined)?.require_parameters === true;
}

/** Returns why a model endpoint cannot have everything that a body asks for; undefined: it can. */
export function droppedAt(dialect: Dialect, body: Body, { provider }: ModelEndpoint): string | undefined {
  if (providers.get(provider)?.native?.[dialect.id]) return undefined;
  const dropped = droppedIn(dialect.decode(body, provider).notes).filter((name) => !OF_HISTORY.test(name));
  if (dropped.length === 0) return undefined;
  return `${dropped.slice(0, 10).join(", ")}: ${provider} does not take this, and require_parameters is true`;
}

function droppedIn(notes: readonly string[]): string[] {
  const names = notes.filter((note) => !OF_ANSWER.test(note)).flatMap((note) => DROPPED.exec(note)?.[1] ?? []);
  return [...new Set(names)];
}
