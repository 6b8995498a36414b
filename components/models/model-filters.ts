"use client";

import type { z } from "zod";
import {
  parseAsArrayOf,
  parseAsBoolean,
  parseAsFloat,
  parseAsInteger,
  parseAsString,
  parseAsStringLiteral,
} from "#components/ui/hooks/query-parsers.ts";
import { useQueryStates } from "#components/ui/hooks/query-state.ts";
import type { listModels, Model as ModelRecord } from "#lib/contract/models.ts";

export type Model = z.output<typeof ModelRecord>;

export const SORTS = [
  { value: "most-popular", label: "Available first" },
  { value: "newest", label: "Newest" },
  { value: "pricing-low-to-high", label: "Cheapest" },
  { value: "pricing-high-to-low", label: "Most expensive" },
  { value: "context-high-to-low", label: "Longest context" },
  { value: "latency-low-to-high", label: "Lowest latency" },
  { value: "throughput-high-to-low", label: "Highest throughput" },
] as const;

/** The most that are readable side by side. */
export const COMPARE_MOST = 4;

const names = parseAsArrayOf(parseAsString).withDefault([]);
const parsers = {
  q: parseAsString.withDefault(""),
  inputs: names,
  outputs: names,
  providers: names,
  parameters: names,
  context: parseAsInteger,
  price: parseAsFloat,
  available: parseAsBoolean.withDefault(false),
  sort: parseAsStringLiteral(SORTS.map(({ value }) => value)).withDefault("most-popular"),
  offset: parseAsInteger.withDefault(0),
  limit: parseAsInteger.withDefault(50),
};

const NOTHING = {
  q: null,
  inputs: null,
  outputs: null,
  providers: null,
  parameters: null,
  context: null,
  price: null,
  available: null,
};

/** The filters of the catalogue, stored in the address. Anything except a page change returns to the first page. */
export function useModelView() {
  const [view, setView] = useQueryStates(parsers, { history: "push", scroll: false });
  const narrow = (change: Partial<typeof view>, history: "push" | "replace" = "push") =>
    void setView({ ...change, offset: 0 }, { history });
  const clear = () => void setView({ ...NOTHING, offset: 0 });
  return { view, setView, narrow, clear };
}

export type ModelView = ReturnType<typeof useModelView>["view"];
export type Narrow = ReturnType<typeof useModelView>["narrow"];

/** Converts the view to an API query. All outputs are listed unless some are chosen. */
export function modelQuery(view: ModelView): z.input<typeof listModels.query> {
  return {
    q: view.q.trim().slice(0, 200),
    sort: view.sort,
    input_modalities: view.inputs.join(","),
    output_modalities: view.outputs.length > 0 ? view.outputs.join(",") : "all",
    supported_parameters: view.parameters.join(","),
    providers: view.providers.join(","),
    context: view.context ?? undefined,
    max_price: view.price ?? undefined,
    available: view.available ? "true" : undefined,
    offset: view.offset,
    limit: view.limit,
  };
}

/** The models selected for comparison, by id. */
export function useCompared() {
  const [{ compare, side }, set] = useQueryStates({ compare: names, side: parseAsBoolean.withDefault(false) });
  const toggle = (id: string) => {
    const next = compare.includes(id) ? compare.filter((other) => other !== id) : [...compare, id];
    void set({ compare: next.slice(0, COMPARE_MOST), side: next.length > 1 && side });
  };
  return {
    compared: compare,
    open: side,
    toggle,
    clear: () => void set({ compare: null, side: null }),
    setOpen: (open: boolean) => void set({ side: open }, { history: "push" }),
  };
}
