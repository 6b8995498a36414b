"use client";

import { useQuery } from "@tanstack/react-query";
import { Select } from "#components/ui/forms/select.tsx";
import { query } from "#lib/api/query.ts";
import { ATTEMPT_OUTCOMES } from "#lib/contract/generation-attempts.ts";
import { listProviders } from "#lib/contract/providers.ts";
import { OUTCOMES } from "../log-status.tsx";
import { useLogView } from "../use-log-view.ts";

/** In the words of requests. */
const ATTEMPT_WORDS = ATTEMPT_OUTCOMES.map((value) => ({
  value,
  label: OUTCOMES.find((one) => one.value === value)?.label ?? value,
}));

/** Filters the attempts themselves; the other filters of the page select requests. */
export function AttemptFilters() {
  const { view, narrow } = useLogView();
  const { data } = useQuery(query(listProviders));
  const chosen = view.attemptProvider;
  const slugs = new Set([...(data?.data.filter(({ available }) => available).map(({ slug }) => slug) ?? [])]);
  if (chosen !== null) slugs.add(chosen);
  const providers = [...slugs].sort().map((value) => ({ value, label: value }));
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Select
        aria-label="Provider of the attempt"
        className="w-52 max-sm:w-[calc(50%-4px)]"
        options={[{ value: "any", label: "Any provider" }, ...providers]}
        value={chosen ?? "any"}
        onValueChange={(value) => narrow({ attemptProvider: value === "any" ? null : value })}
      />
      <Select
        aria-label="Outcome of the attempt"
        className="w-48 max-sm:w-[calc(50%-4px)]"
        options={[{ value: "any", label: "Any outcome" }, ...ATTEMPT_WORDS]}
        value={view.attemptOutcome ?? "any"}
        onValueChange={(value) => narrow({ attemptOutcome: value === "any" ? null : value })}
      />
    </div>
  );
}
