"use client";

import { ChartBarBig, ListFilter } from "lucide-react";
import type { ReactNode } from "react";
import { useKeyNames } from "#components/charts/use-key-names.ts";
import { Button } from "#components/ui/display/button.tsx";
import { FilterBar, type FilterChip } from "#components/ui/forms/filter-bar.tsx";
import { Select } from "#components/ui/forms/select.tsx";
import { ButtonWithLayer } from "#components/ui/overlays/button-with-layer.tsx";
import { lazyLayer } from "#components/ui/overlays/lazy-layer.tsx";
import { popoverLayer } from "#components/ui/overlays/popover-box.tsx";
import { REJECTION_REASONS } from "#lib/contract/rejections.ts";
import { REJECTION_WORDS } from "#lib/rejection-words.ts";
import { OUTCOMES } from "../log-status.tsx";
import { useLogView } from "../use-log-view.ts";
import { describeFilter } from "./filter-words.ts";
import { hasInvalidFilters } from "./view-filters.ts";

const filterForm = lazyLayer(() => import("./filter-form.tsx").then(({ FilterForm }) => FilterForm), popoverLayer);

const REASONS = REJECTION_REASONS.map((value) => ({ value, label: REJECTION_WORDS[value] }));

/** Filters the list by outcome, and by any field with an operator; the rows' own buttons set values too. */
export function LogFilterBar({ search }: { search: ReactNode }) {
  const { view, narrow, clear } = useLogView();
  return (
    <FilterBar chips={useLogChips()} onClear={clear}>
      {search}
      <Select
        aria-label="Status"
        className="w-40 max-sm:w-[calc(50%-4px)]"
        options={[{ value: "all", label: "Any status" }, ...OUTCOMES]}
        value={view.status ?? "all"}
        onValueChange={(value) => narrow({ status: value === "all" ? null : value })}
      />
      <Select
        aria-label="Rejection reason"
        className="w-52 max-sm:w-[calc(50%-4px)]"
        options={[{ value: "any", label: "Any reason" }, ...REASONS]}
        value={view.reason ?? "any"}
        onValueChange={(value) => narrow({ reason: value === "any" ? null : value })}
      />
      <AddFilter />
      <Button
        aria-pressed={view.facets === "open"}
        onClick={() => narrow({ facets: view.facets === "open" ? null : "open" })}
      >
        <ChartBarBig aria-hidden />
        Facets
      </Button>
    </FilterBar>
  );
}

function AddFilter() {
  const { addFilter } = useLogView();
  const trigger = (
    <Button>
      <ListFilter aria-hidden />
      Filter
    </Button>
  );
  return <ButtonWithLayer kind="dialog" layer={filterForm} layerProps={{ onAdd: addFilter }} trigger={trigger} />;
}

/** Returns the active filters as chips that remove them. */
export function useLogChips(): FilterChip[] {
  const { view, filters, narrow, removeFilter } = useLogView();
  const nameOfKey = useKeyNames(filters.flatMap(({ field, value }) => (field === "api_key_hash" ? [value] : [])));
  const chips = filters.map((filter) => ({
    id: `${filter.field} ${filter.operator} ${filter.value}`,
    ...describeFilter(filter, nameOfKey),
    onRemove: () => removeFilter(filter),
  }));
  if (!hasInvalidFilters(view)) return chips;
  const onRemove = () => narrow({ filters: null });
  return [...chips, { id: "invalid", name: "Filters in the URL", value: "not valid", onRemove }];
}
