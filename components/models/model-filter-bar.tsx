"use client";

import { SlidersHorizontal } from "lucide-react";
import { useEffect, useMemo, useRef, useState } from "react";
import { useShortcuts } from "#components/shell/commands/shortcuts.ts";
import { Button } from "#components/ui/display/button.tsx";
import { FilterBar } from "#components/ui/forms/filter-bar.tsx";
import { Input } from "#components/ui/forms/input.tsx";
import { Select } from "#components/ui/forms/select.tsx";
import { Switch } from "#components/ui/forms/switch.tsx";
import { Sheet } from "#components/ui/overlays/sheet.tsx";
import { modelChips } from "./model-chips.ts";
import { ModelFilterFields } from "./model-filter-fields.tsx";
import { SORTS, useModelView } from "./model-filters.ts";

/** Search, the common filters and the sort order; other filters are in a sheet. */
export function ModelFilterBar() {
  const { view, narrow, clear } = useModelView();
  const [open, setOpen] = useState(false);
  const chips = modelChips(view, narrow);
  return (
    <FilterBar chips={chips} onClear={clear}>
      <SearchField />
      <Button onClick={() => setOpen(true)}>
        <SlidersHorizontal aria-hidden />
        Filters{chips.length > 0 && ` (${chips.length})`}
      </Button>
      <Select
        aria-label="Order"
        className="w-48 max-sm:min-w-36 max-sm:flex-1"
        options={SORTS}
        value={view.sort}
        onValueChange={(sort) => narrow({ sort })}
      />
      <Switch
        label={
          <span className="font-normal">
            Available<span className="max-sm:sr-only"> here</span>
          </span>
        }
        checked={view.available}
        onCheckedChange={(available) => narrow({ available })}
        className="ml-1 items-center gap-2"
      />
      <Sheet
        open={open}
        onOpenChange={setOpen}
        title="Filters"
        className="md:max-w-96"
        footer={
          <>
            <Button onClick={clear}>Clear all</Button>
            <Button onClick={() => setOpen(false)}>Show models</Button>
          </>
        }
      >
        <ModelFilterFields view={view} narrow={narrow} />
      </Sheet>
    </FilterBar>
  );
}

function SearchField() {
  const { view, narrow } = useModelView();
  const search = useRef<HTMLInputElement>(null);
  useShortcuts(
    useMemo(() => [{ keys: "/", label: "Search models", group: "This page", run: () => search.current?.focus() }], []),
  );
  useEffect(() => {
    if (search.current && search.current !== document.activeElement) search.current.value = view.q;
  }, [view.q]);
  return (
    <Input
      ref={search}
      type="search"
      aria-label="Search models"
      placeholder="Name or ID"
      defaultValue={view.q}
      onChange={(event) => narrow({ q: event.target.value }, "replace")}
      className="w-full sm:w-64"
    />
  );
}
