"use client";

import { useTimeRange } from "#components/charts/time/use-time-range.ts";
import { useShell } from "#components/shell/shell-context.tsx";

/** Returns a function that returns the address of the logs in the page's time range, with more filters. */
export function useLogsLink(): (filters?: Record<string, string>) => string {
  const { slug } = useShell().currentWorkspace;
  const { name, range } = useTimeRange();
  return (filters = {}) => {
    const at = range && new Date(range.from).toISOString();
    const query = new URLSearchParams({ range: name, ...filters });
    if (name === "custom" && range && at) {
      query.set("from", at);
      query.set("to", new Date(range.to).toISOString());
    }
    return `/w/${slug}/logs?${query}`;
  };
}
