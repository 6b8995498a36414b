"use client";

import { useShell } from "#components/shell/shell-context.tsx";
import { EmptyState } from "#components/ui/feedback/empty-state.tsx";
import { FilterChips } from "#components/ui/forms/filter-bar.tsx";
import { curlSample, KEY_PLACEHOLDER } from "#lib/request-samples.ts";
import { useLogChips } from "./filters/log-filter-bar.tsx";
import { useLogView } from "./use-log-view.ts";

/** In place of the list: the filters to remove, or how to send the first request. */
export function NoRequests() {
  const { baseUrl = "" } = useShell();
  const { clear } = useLogView();
  const chips = useLogChips();
  if (chips.length > 0) {
    return (
      <EmptyState
        sentence="No requests match in this time range."
        action={<FilterChips chips={chips} onClear={clear} />}
      />
    );
  }
  return (
    <EmptyState
      sentence="No requests in this time range. A request appears here as soon as it finishes."
      code={curlSample({ baseUrl, model: "local/echo", key: KEY_PLACEHOLDER })}
      codeLabel="First request"
    />
  );
}
