"use client";

import { useMemo } from "react";
import { parseAsString } from "#components/ui/hooks/query-parsers.ts";
import { useQueryState } from "#components/ui/hooks/query-state.ts";
import { useStored } from "#components/ui/hooks/use-stored.ts";
import { type ColumnId, DEFAULT_COLUMNS, readColumns } from "./log-columns.ts";

const KEY = "switchboard.log-columns";

/** The shown columns in their order: those of the address if it has any, otherwise those chosen in this browser. */
export function useLogColumns() {
  const [linked, setLinked] = useQueryState("columns", parseAsString);
  const [stored, store] = useStored(KEY);
  const text = linked ?? stored ?? "";
  const chosen = useMemo(() => readColumns(text.split(",")), [text]);
  const shown: readonly ColumnId[] = chosen ?? DEFAULT_COLUMNS;
  const set = (ids: readonly ColumnId[]) => {
    const isDefault = ids.join() === DEFAULT_COLUMNS.join();
    if (linked !== null) void setLinked(isDefault ? null : ids.join());
    if (linked === null || isDefault) store(isDefault ? "" : ids.join());
  };
  return { shown, isDefault: chosen === undefined, set, reset: () => set(DEFAULT_COLUMNS) };
}
