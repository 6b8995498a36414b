"use client";

import { SegmentedControl } from "#components/ui/forms/segmented-control.tsx";
import { LISTS, useLogView } from "./use-log-view.ts";

export const LIST_NAMES = { requests: "Requests", sessions: "Sessions", attempts: "Attempts" } as const;

const OPTIONS = LISTS.map((value) => ({ value, label: LIST_NAMES[value] }));

/** Chooses what the page lists. */
export function ListSwitch() {
  const { view, list } = useLogView();
  return <SegmentedControl aria-label="List" options={OPTIONS} value={view.list} onValueChange={list} />;
}
