import type { FilterChip } from "#components/ui/forms/filter-bar.tsx";
import { formatCompact, formatUsd } from "#lib/format.ts";
import type { ModelView, Narrow } from "./model-filters.ts";

const LISTS = [
  { name: "inputs", word: "Input" },
  { name: "outputs", word: "Output" },
  { name: "providers", word: "Provider" },
  { name: "parameters", word: "Supports" },
] as const;

/** Returns the active filters of a view, one chip per value, which removes it. */
export function modelChips(view: ModelView, narrow: Narrow): FilterChip[] {
  const chips: FilterChip[] = [];
  if (view.q) chips.push({ id: "q", name: "Search", value: view.q, onRemove: () => narrow({ q: "" }) });
  for (const { name, word } of LISTS) {
    for (const value of view[name]) {
      const rest = view[name].filter((other) => other !== value);
      chips.push({ id: `${name}:${value}`, name: word, value, onRemove: () => narrow({ [name]: rest }) });
    }
  }
  if (view.context !== null) {
    const value = `at least ${formatCompact(view.context)}`;
    chips.push({ id: "context", name: "Context", value, onRemove: () => narrow({ context: null }) });
  }
  if (view.price !== null) {
    const value = `at most ${formatUsd(view.price)}`;
    chips.push({ id: "price", name: "Input price", value, onRemove: () => narrow({ price: null }) });
  }
  if (view.available) {
    chips.push({ id: "available", name: "Only", value: "available", onRemove: () => narrow({ available: false }) });
  }
  return chips;
}
