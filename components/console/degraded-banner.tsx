"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { DatabaseZap } from "lucide-react";
import { useEffect, useRef } from "react";
import { DEGRADED_PARTS } from "#components/shell/degraded-parts.ts";
import { Time } from "#components/ui/display/time.tsx";
import { ApiError } from "#lib/api/api-error.ts";
import { query } from "#lib/api/query.ts";
import { getLiveness } from "#lib/contract/system.ts";
import { WarningBanner } from "./warning-banner.tsx";

/** Short enough to notice an outage within ten seconds. */
const CHECK_EVERY_MS = 8_000;
const CHECK_DEGRADED_EVERY_MS = 3_000;

/**
 * Shows which part of the gateway is impaired, since when, and what still works. Once everything works again, it
 * disappears and the page's data is refetched.
 */
export function DegradedBanner() {
  const client = useQueryClient();
  const { data, isError } = useQuery({
    ...query(getLiveness),
    retry: false,
    refetchInterval: ({ state }) => (state.data?.degraded.length ? CHECK_DEGRADED_EVERY_MS : CHECK_EVERY_MS),
  });
  const degraded = isError ? [] : (data?.degraded ?? []);
  const isDegraded = degraded.length > 0;
  const wasDegraded = useRef(false);
  useEffect(() => {
    if (wasDegraded.current && !isDegraded) void client.invalidateQueries();
    wasDegraded.current = isDegraded;
  }, [isDegraded, client]);
  // A failed request may be the first sign of an outage, so this does not wait for the next check.
  useEffect(
    () =>
      client.getQueryCache().subscribe((event) => {
        if (event.type !== "updated" || event.action.type !== "error") return;
        const { error } = event.action;
        if (error instanceof ApiError && error.reason === "database_unavailable")
          void client.refetchQueries({ queryKey: [getLiveness.resource, getLiveness.id] });
      }),
    [client],
  );
  return degraded.map(({ part, since, effect }) => (
    <WarningBanner key={part} icon={DatabaseZap} title={DEGRADED_PARTS[part]}>
      <span className="text-muted">
        Since <Time value={since} format="clock" />. {effect}
      </span>
    </WarningBanner>
  ));
}
