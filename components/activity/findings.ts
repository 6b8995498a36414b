import { type Series, topSeries } from "#components/charts/series.ts";
import type { Granularity } from "#lib/contract/analytics-fields.ts";
import type { ResponseOf } from "#lib/contract/endpoint.ts";
import type { listGuardrailHits } from "#lib/contract/guardrail-hits.ts";
import { csvLine } from "#lib/csv/csv-line.ts";

export type Hit = ResponseOf<typeof listGuardrailHits>["data"]["hits"][number];

/** What a guardrail did, or would have done in shadow mode, and how often. `before` is absent unless compared. */
export type Finding = { id: string; outcome: string; now: number; before?: number };

const OUTCOMES = { block: "Blocked", redact: "Redacted", flag: "Flagged" } as const;
const WIDTH_MS = { hour: 3_600_000, day: 86_400_000 };
const MOST_SERIES = 7;

/** Returns the bucket size of the findings: they are not counted by minute. */
export function bucketOf(granularity: Granularity): "hour" | "day" {
  return granularity === "minute" || granularity === "hour" ? "hour" : "day";
}

export function outcomeOf({ action, shadow }: Pick<Hit, "action" | "shadow">): string {
  return shadow ? `${OUTCOMES[action]} in shadow mode` : OUTCOMES[action];
}

type Covered = { start: string; end: string };

/** Returns the starts of the buckets of a range, Unix ms. */
export function timesIn({ start, end }: Covered, bucket: "hour" | "day"): number[] {
  const [from, to, width] = [Date.parse(start), Date.parse(end), WIDTH_MS[bucket]];
  return Array.from({ length: Math.round((to - from) / width) }, (_, index) => from + index * width);
}

/** Returns the findings over time by guardrail or outcome; a bucket without any is 0. */
export function findingSeries(
  hits: readonly Hit[],
  times: readonly number[],
  subjectOf: (hit: Hit) => { entity: string; label: string },
): readonly Series[] {
  const groups = Map.groupBy(hits, (hit) => subjectOf(hit).entity);
  const series = [...groups].map(([entity, members]): Series => {
    const found = new Map<number, number>();
    for (const { time, matches } of members) {
      const at = Date.parse(time ?? "");
      found.set(at, (found.get(at) ?? 0) + matches);
    }
    const label = subjectOf(members[0] as Hit).label;
    return { entity, label, values: times.map((time) => found.get(time) ?? 0) };
  });
  return topSeries(series, MOST_SERIES);
}

/** Returns the findings of each guardrail by outcome, most first; those of the previous period alone come last. */
export function findingsOf(hits: readonly Hit[], before: readonly Hit[] | undefined): Finding[] {
  const found = new Map<string, Finding>();
  const add = (hit: Hit, field: "now" | "before") => {
    const outcome = outcomeOf(hit);
    const key = `${hit.guardrail_id} ${outcome}`;
    const known = found.get(key) ?? { id: hit.guardrail_id, outcome, now: 0, ...(before && { before: 0 }) };
    found.set(key, { ...known, [field]: (known[field] ?? 0) + hit.matches });
  };
  for (const hit of hits) add(hit, "now");
  for (const hit of before ?? []) add(hit, "before");
  return [...found.values()].sort((one, other) => other.now - one.now);
}

/** Returns findings as CSV: a line for each guardrail and outcome. */
export function findingsFile(findings: readonly Finding[], nameOf: (id: string) => string): string {
  const isCompared = findings.some(({ before }) => before !== undefined);
  const head = ["Guardrail", "guardrail_id", "Outcome", "findings", ...(isCompared ? ["findings_before"] : [])];
  const lines = findings.map(({ id, outcome, now, before }) => {
    return [nameOf(id), id, outcome, now, ...(isCompared ? [before] : [])];
  });
  return [head, ...lines].map(csvLine).join("");
}
