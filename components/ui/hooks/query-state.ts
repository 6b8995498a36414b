"use client";

import { usePathname, useSearchParams } from "next/navigation";
import { useCallback, useEffect, useRef, useSyncExternalStore } from "react";
import { addPendingSearch, applySearch, newestPendingSearch, subscribeToPending } from "./pending-search.ts";
import { type AnyParser, changedSearch, type UpdateOptions, type ValueOf } from "./query-parsers.ts";

type Parsers = Record<string, AnyParser>;
type Values<P extends Parsers> = { [Name in keyof P]: ValueOf<P[Name]> };
type Change<P extends Parsers> = { [Name in keyof P]?: ValueOf<P[Name]> | null | undefined };
type Updater<P extends Parsers> = (
  change: Change<P> | null | ((values: Values<P>) => Change<P> | null),
  options?: UpdateOptions,
) => Promise<void>;

let planned: { search: string; history: "push" | "replace"; scroll: boolean; done: Promise<void> } | undefined;

/**
 * Returns values stored in the address and a function that changes some of them (null removes one, null for all removes
 * all). A change is visible immediately; changes made together become one entry of the browser's history, and the promise
 * resolves once it is there.
 */
export function useQueryStates<P extends Parsers>(parsers: P, options: UpdateOptions = {}): [Values<P>, Updater<P>] {
  const search = useSearch();
  const values = useValues(parsers, search);
  const latest = useRef({ parsers, options, values });
  latest.current = { parsers, options, values };
  const update = useCallback<Updater<P>>((change, given) => {
    const { parsers, options, values } = latest.current;
    const allRemoved = Object.fromEntries(Object.keys(parsers).map((name) => [name, null]));
    const requested = (typeof change === "function" ? change(values) : change) ?? allRemoved;
    const names = Object.keys(requested);
    const own = names.map((name) => parsers[name]?.options ?? {});
    return write(changedSearch(currentSearch(), parsers, requested), Object.assign({}, options, ...own, given));
  }, []);
  return [values, update];
}

/** Like `useQueryStates`, for one value. */
export function useQueryState<P extends AnyParser>(
  name: string,
  parser: P,
): [
  ValueOf<P>,
  (value: ValueOf<P> | null | ((value: ValueOf<P>) => ValueOf<P> | null), options?: UpdateOptions) => Promise<void>,
] {
  const [values, update] = useQueryStates({ [name]: parser } as Record<string, P>);
  const latest = useRef(values);
  latest.current = values;
  const set = useCallback(
    (value: ValueOf<P> | null | ((value: ValueOf<P>) => ValueOf<P> | null), options?: UpdateOptions) => {
      const next = typeof value === "function" ? (value as (now: unknown) => never)(latest.current[name]) : value;
      return update({ [name]: next } as Change<Record<string, P>>, options);
    },
    [name, update],
  );
  return [values[name] as ValueOf<P>, set];
}

type Cached = { key: string; texts: Record<string, string | null>; values: Record<string, unknown> };

/** Values keep their identity until their text changes. */
function useValues<P extends Parsers>(parsers: P, search: string): Values<P> {
  const cache = useRef<Cached>(undefined);
  const params = new URLSearchParams(search);
  const texts = Object.fromEntries(Object.keys(parsers).map((name) => [name, params.get(name)]));
  const key = JSON.stringify(texts);
  if (cache.current?.key !== key) cache.current = { key, texts, values: valuesOf(parsers, texts, cache.current) };
  return cache.current.values as Values<P>;
}

function valuesOf(parsers: Parsers, texts: Cached["texts"], before: Cached | undefined): Cached["values"] {
  const entries = Object.entries(parsers).map(([name, parser]) => {
    const text = texts[name] ?? null;
    if (before?.texts[name] === text) return [name, before.values[name]];
    return [name, (text === null ? null : parser.parse(text)) ?? parser.fallback];
  });
  return Object.fromEntries(entries);
}

/** Returns the address's search, including changes that are not applied yet. */
function useSearch(): string {
  const shown = useSearchParams().toString();
  const path = usePathname();
  const next = useSyncExternalStore(subscribeToPending, newestPendingSearch, () => undefined);
  useEffect(() => applySearch({ path, search: shown }), [path, shown]);
  return next?.path === path ? next.search : shown;
}

function currentSearch(): string {
  return planned?.search ?? window.location.search.slice(1);
}

async function write(search: string, { history = "replace", scroll = false }: UpdateOptions): Promise<void> {
  if (search === currentSearch()) return planned?.done;
  const isPush = history === "push" || planned?.history === "push";
  const done = planned?.done ?? Promise.resolve().then(flush);
  planned = { search, history: isPush ? "push" : "replace", scroll: scroll || (planned?.scroll ?? false), done };
  addPendingSearch({ path: window.location.pathname, search: new URLSearchParams(search).toString() });
  return done;
}

function flush(): void {
  if (!planned) return;
  const { search, history, scroll } = planned;
  planned = undefined;
  const { pathname, hash } = window.location;
  const address = `${pathname}${search && `?${search}`}${hash}`;
  if (history === "push") window.history.pushState(null, "", address);
  else window.history.replaceState(null, "", address);
  if (scroll) window.scrollTo(0, 0);
}
