"use client";

import { useQuery } from "@tanstack/react-query";
import { metricOf } from "#components/charts/analytics-rows.ts";
import { rangeEndingNow } from "#components/charts/time/time-range.ts";
import { useAnalytics } from "#components/charts/use-analytics.ts";
import { DEGRADED_PARTS } from "#components/shell/degraded-parts.ts";
import { useShell } from "#components/shell/shell-context.tsx";
import { usePermission } from "#components/shell/use-permission.ts";
import { useNow } from "#components/ui/hooks/use-now.ts";
import { query } from "#lib/api/query.ts";
import { listAlerts } from "#lib/contract/alerts.ts";
import { listGuardrailHits } from "#lib/contract/guardrail-hits.ts";
import { getPriceCheck } from "#lib/contract/price-refresh.ts";
import { listRetiringModels } from "#lib/contract/retiring-models.ts";
import { getLiveness, getSystem } from "#lib/contract/system.ts";
import { formatCount } from "#lib/format.ts";
import { formatDate } from "#lib/format-time.ts";
import type { Concern } from "./concern.ts";
import { useCapConcerns } from "./use-cap-concerns.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const RETIRES_SOON_MS = 90 * 24 * HOUR_MS;

/** Outcomes, most urgent first, with the words for one and for several. */
const OUTCOMES = [
  { status: "5xx", tone: "bad", words: ["request failed", "requests failed"] },
  { status: "cut", tone: "bad", words: ["interrupted response", "interrupted responses"] },
  { status: "429", tone: "limit", words: ["rate-limited request", "rate-limited requests"] },
  { status: "4xx", tone: "warn", words: ["request rejected by its provider", "requests rejected by providers"] },
] as const;

/** Returns what was wrong in the last hour, or is now, most urgent first; undefined while unknown. */
export function useConcerns(): readonly Concern[] | undefined {
  const { slug } = useShell().currentWorkspace;
  const outcomes = useOutcomes();
  const rejecting = useRejectingKeys();
  const blocks = useBlocks();
  const circuits = useOpenCircuits();
  const retiring = useRetiringModels(slug);
  const newPrices = useNewPrices();
  const alerts = useOpenAlerts(slug);
  const caps = useCapConcerns();
  const { data: health } = useQuery({ ...query(getLiveness), retry: false });
  if (!outcomes) return undefined;
  const degraded = health?.degraded.map(({ part }) => ({
    id: part,
    tone: "bad" as const,
    text: DEGRADED_PARTS[part],
    href: "/org/system",
  }));
  const failed = OUTCOMES.flatMap(({ status, tone, words }) => {
    const count = outcomes.get(status) ?? 0;
    const href = `/w/${slug}/logs?range=1h&status=${status}`;
    return count > 0 ? [{ id: status, tone, text: countWords(count, words), href }] : [];
  });
  return [
    ...(degraded ?? []),
    ...some("alerts", "bad", alerts, ["open alert", "open alerts"], `/w/${slug}/alerts`),
    ...some("circuits", "bad", circuits, ["open circuit breaker", "open circuit breakers"], "/org/system"),
    ...failed,
    ...caps,
    ...some(
      "rejecting",
      "warn",
      rejecting,
      ["key with rejected requests", "keys with rejected requests"],
      `/w/${slug}/logs?range=1h&status=rejected`,
    ),
    ...retiring,
    ...some("prices", "warn", newPrices, ["new price to review", "new prices to review"], "/org/prices"),
    ...some("blocks", "warn", blocks, ["guardrail block", "guardrail blocks"], `/w/${slug}/guardrails`),
  ];
}

function useOutcomes(): ReadonlyMap<unknown, number> | undefined {
  const hour = useLastHour();
  const body = {
    metrics: ["requests" as const],
    dimensions: ["status_class" as const],
    ...(hour && { time_range: hour }),
  };
  const { data } = useAnalytics(body, hour !== undefined);
  return data && new Map(data.data.data.map((row) => [row.status_class, metricOf(row, "requests") ?? 0]));
}

/** The number of keys with requests that the gateway itself rejected. */
function useRejectingKeys(): number {
  const hour = useLastHour();
  const body = {
    metrics: ["rejected" as const],
    dimensions: ["api_key_hash" as const],
    filters: [{ field: "rejection" as const, operator: "neq" as const, value: null }],
    ...(hour && { time_range: hour }),
  };
  const { data } = useAnalytics(body, hour !== undefined);
  return data?.data.data.filter((row) => row.api_key_hash && (metricOf(row, "rejected") ?? 0) > 0).length ?? 0;
}

function useBlocks(): number {
  const hour = useLastHour();
  const may = usePermission(listGuardrailHits);
  const { data } = useQuery({
    ...query(listGuardrailHits, { query: hour ?? {} }),
    enabled: may && hour !== undefined,
  });
  const blocks = data?.data.hits.filter(({ action, shadow }) => action === "block" && !shadow) ?? [];
  return blocks.reduce((sum, { matches }) => sum + matches, 0);
}

function useOpenAlerts(slug: string): number {
  const may = usePermission(listAlerts);
  const { data } = useQuery({
    ...query(listAlerts, { query: { workspace_id: slug, state: "open", limit: 1 } }),
    enabled: may,
    refetchInterval: MINUTE_MS,
  });
  return data?.total_count ?? 0;
}

function useOpenCircuits(): number {
  const may = usePermission(getSystem);
  const { data } = useQuery({ ...query(getSystem), enabled: may, refetchInterval: MINUTE_MS });
  return data?.data.open_circuits.length ?? 0;
}

/** Prices that differ from the source which the gateway checks. */
function useNewPrices(): number {
  const may = usePermission(getPriceCheck);
  const { data } = useQuery({ ...query(getPriceCheck), enabled: may, staleTime: HOUR_MS });
  return data ? data.data.changes + data.data.models_added : 0;
}

/** Models that this workspace used in the last 30 days, and that retire within 90 days or do so at the provider it used. */
function useRetiringModels(slug: string): Concern[] {
  const nowMs = useNow();
  const { data: retiring } = useQuery({ ...query(listRetiringModels), staleTime: HOUR_MS });
  const latestMs = (nowMs ?? 0) + RETIRES_SOON_MS;
  const soon = retiring?.data.filter(({ expiration_date: day }) => Date.parse(day) < latestMs) ?? [];
  const month = nowMs === undefined ? undefined : rangeEndingNow("30d", Math.ceil(nowMs / HOUR_MS) * HOUR_MS);
  const { data: used } = useAnalytics(
    {
      metrics: ["requests"],
      dimensions: ["model", "provider"],
      ...(month && {
        time_range: { start: new Date(month.from).toISOString(), end: new Date(month.to).toISOString() },
      }),
    },
    month !== undefined && soon.length > 0,
  );
  const isInUse = (model: string, name: string | null) =>
    used?.data.data.some((row) => row.model === model && (name === null || row.provider === name)) === true;
  return soon
    .filter(({ id, provider_name: name }) => isInUse(id, name))
    .map(({ id, provider_name: name, expiration_date: day }) => ({
      id: name === null ? id : `${id}@${name}`,
      tone: "warn",
      text: `${id} retires${name === null ? "" : ` at ${name}`} on ${formatDate(`${day}T00:00:00Z`, "utc")}`,
      href: `/w/${slug}/models/${id}`,
    }));
}

function useLastHour(): { start: string; end: string } | undefined {
  const nowMs = useNow();
  if (nowMs === undefined) return undefined;
  const { from, to } = rangeEndingNow("1h", Math.floor(nowMs / MINUTE_MS) * MINUTE_MS);
  return { start: new Date(from).toISOString(), end: new Date(to).toISOString() };
}

type Words = readonly [one: string, many: string];

function some(id: string, tone: Concern["tone"], count: number, words: Words, href: string): Concern[] {
  return count > 0 ? [{ id, tone, text: countWords(count, words), href }] : [];
}

function countWords(count: number, [one, many]: Words): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}
