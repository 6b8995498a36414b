import { createHash } from "node:crypto";
import type { Catalogue } from "../catalogue.ts";
import type { Model, ModelEndpoint, Price } from "../model.ts";
import { pricesOfDay } from "../prices-in-force.ts";
import { changesOf, type PriceChange } from "./price-changes.ts";
import type { RefreshDocument } from "./refresh-document.ts";

/** All changes of a refresh. */
export type RefreshPlan = {
  /** Derived from the content: the same source over the same prices gives the same id. */
  id: string;
  document: Pick<RefreshDocument, "format" | "source" | "revision" | "asOf">;
  changes: PriceChange[];
  /** The rows to write: the changed ones, and others that must be restated with them. */
  rows: Price[];
  models: Model[];
  endpoints: ModelEndpoint[];
  /** Model endpoints that the source no longer lists. They are reported, not removed. */
  removed: string[];
  unchanged: number;
};

/** Compares a source with the listed prices of a moment (Unix ms), ignoring overrides. Pure. */
export function planRefresh(document: RefreshDocument, catalogue: Catalogue, atMs: number): RefreshPlan {
  const { format, source, revision, asOf, isComplete } = document;
  const statement = { source, revision, asOf, isComplete, moment: new Date(atMs).toISOString() };
  const stated = Map.groupBy(document.prices, ({ modelEndpoint }) => modelEndpoint);
  const diffs = [...stated].map(([endpointId, prices]) =>
    changesOf(currentRows(catalogue.listedRowsOf(endpointId), atMs), currentRows(prices, atMs), statement),
  );
  const endpoints = document.endpoints.filter(({ id }) => !catalogue.endpoint(id));
  const needed = new Set(endpoints.map(({ model }) => model));
  const plan = {
    document: { format, source, revision, asOf },
    changes: diffs.flatMap(({ changes }) => changes),
    rows: diffs.flatMap(({ rows }) => rows),
    models: document.models.filter(({ id }) => needed.has(id) && catalogue.find(id)?.id !== id),
    endpoints,
    removed: findRemoved(document, catalogue),
    unchanged: diffs.reduce((sum, { unchanged }) => sum + unchanged, 0),
  };
  return { id: digestOf(plan), ...plan };
}

/** Returns the rows in force today, for any hours, and those announced for later. */
function currentRows(rows: readonly Price[], atMs: number): Price[] {
  const moment = new Date(atMs).toISOString();
  return [...pricesOfDay(rows, atMs), ...rows.filter(({ validFrom }) => (validFrom ?? "") > moment)];
}

/** Returns endpoints of the covered providers that the source no longer lists. */
function findRemoved({ format, source, listed }: RefreshDocument, catalogue: Catalogue): string[] {
  const providers = new Set([...listed].map((id) => catalogue.endpoint(id)?.provider));
  const isFromSource = (id: string) => catalogue.listedRowsOf(id).some((row) => row.source === source);
  return catalogue
    .endpoints()
    .filter(
      ({ id, provider }) =>
        providers.has(provider) && !listed.has(id) && (format === "switchboard" || isFromSource(id)),
    )
    .map(({ id }) => id);
}

function digestOf(plan: Omit<RefreshPlan, "id">): string {
  const { document, changes, endpoints } = plan;
  const content = JSON.stringify([document.source, document.revision, changes, endpoints.map(({ id }) => id)]);
  return `plan_${createHash("sha256").update(content).digest("hex").slice(0, 24)}`;
}
