"use client";

import { Ban } from "lucide-react";
import { IconButton } from "#components/ui/display/icon-button.tsx";
import { cn } from "#lib/cn.ts";
import { formatCompact, formatCount, formatPercent } from "#lib/format.ts";
import type { GenerationFilter } from "#lib/generations/generation-filters.ts";
import { isSame } from "../filters/view-filters.ts";
import { useLogView } from "../use-log-view.ts";
import { FACET_TITLES, type FacetField, type FacetValue } from "./facet-words.ts";

type FacetListProps = {
  field: FacetField;
  values: readonly FacetValue[];
  /** Number of different values. */
  distinct: number;
  /** Number of counted requests. */
  total: number;
  nameOf: (value: FacetValue) => string;
};

/** The most frequent values of a field. A value is a filter; the button behind it excludes it. */
export function FacetList({ field, values, distinct, total, nameOf }: FacetListProps) {
  const title = FACET_TITLES[field];
  return (
    <section aria-label={title} className="min-w-0">
      <h3 className="pb-1 font-medium text-xs">
        {title}
        {distinct > values.length && (
          <span className="font-normal text-muted"> {`${values.length} of ${formatCount(distinct)}`}</span>
        )}
      </h3>
      <ul>
        {values.map((one) => (
          <Value key={JSON.stringify(one.value)} field={field} one={one} total={total} name={nameOf(one)} />
        ))}
      </ul>
    </section>
  );
}

type ValueProps = { field: FacetField; one: FacetValue; total: number; name: string };

function Value({ field, one, total, name }: ValueProps) {
  const { filters, addFilter, removeFilter } = useLogView();
  const filter = (operator: "eq" | "neq"): GenerationFilter => ({ field, operator, value: one.value ?? "" });
  const isIncluded = filters.some((active) => isSame(active, filter("eq")));
  const share = one.count / total;
  return (
    <li className="group relative flex items-center gap-1">
      <button
        type="button"
        aria-pressed={isIncluded}
        title={`${name}: ${formatCount(one.count)} requests, ${formatPercent(share)}`}
        onClick={() => (isIncluded ? removeFilter(filter("eq")) : addFilter(filter("eq")))}
        className={cn(
          "relative flex h-6 min-w-0 flex-1 items-center gap-2 overflow-hidden rounded-sm px-1.5 text-left text-xs hover:bg-well pointer-coarse:h-11",
          isIncluded && "font-medium ring-1 ring-accent ring-inset",
        )}
      >
        <span
          aria-hidden
          className="absolute inset-y-0.5 left-0 rounded-sm bg-accent-soft"
          style={{ width: `${share * 100}%` }}
        />
        <bdi className="relative truncate">{name}</bdi>
        <span className="relative ml-auto text-muted tabular-nums">{formatCompact(one.count)}</span>
      </button>
      <IconButton size="small" tooltip={false} label={`Exclude ${name}`} onClick={() => addFilter(filter("neq"))}>
        <Ban aria-hidden />
      </IconButton>
    </li>
  );
}
