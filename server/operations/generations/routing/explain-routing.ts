import type { z } from "zod";
import type { GenerationRouting } from "#lib/contract/generation-routing.ts";
import type { GenerationRow } from "#server/data/generations.ts";
import { type AttemptLine, isAttemptOf } from "#server/pipeline/attempts/attempt-line.ts";
import { decidedOrder } from "#server/pipeline/planning/record/decided-order.ts";
import { explainExclusion } from "#server/pipeline/planning/record/explain-exclusion.ts";
import {
  nameOfCandidate,
  type RecordedCandidate,
  type RoutingRecord,
} from "#server/pipeline/planning/record/routing-record.ts";
import { explainHedge } from "./explain-hedge.ts";
import { explainPlace } from "./explain-place.ts";
import { providerOfEndpoint } from "./names.ts";

type Routing = z.output<typeof GenerationRouting>;
type Explained = Routing["candidates"][number];

/** Returns why each candidate of a request was chosen or passed over; null for a row without candidates. */
export function explainRouting(row: Pick<GenerationRow, "routing" | "attempts">): Routing | null {
  const record = row.routing as RoutingRecord | null;
  if (!record) return null;
  const attempts = row.attempts as AttemptLine[];
  const order = decidedOrder(record);
  return {
    sort: record.lists[0]?.sort ?? null,
    cache: record.kept ? { generation_id: record.kept.generation, saved: record.kept.savedNanoUsd / 1e9 } : null,
    canary: record.arms?.[0] ?? null,
    hedge: record.hedge ? explainHedge(record.hedge) : null,
    candidates: [
      ...order.map((candidate, index) => placeEntry(record, order, candidate, index, attempts)),
      ...passedOver(record, order),
    ],
  };
}

function placeEntry(
  record: RoutingRecord,
  order: readonly RecordedCandidate[],
  candidate: RecordedCandidate,
  index: number,
  attempts: readonly AttemptLine[],
): Explained {
  const { reason, explanation } = explainPlace(record, order, index);
  const lines = attempts.filter((line) => isAttemptOf(line, candidate));
  const last = lines.at(-1);
  return {
    ...namesOf(candidate),
    position: index + 1,
    outcome: outcomeOf(last),
    reason,
    explanation: `${explanation} ${endOf(candidate, last)}`,
    price: candidate.price === undefined ? null : candidate.price / 1e9,
    latency_p50: candidate.latency ?? null,
    throughput_p50: candidate.throughput ?? null,
    uptime: candidate.uptime ?? null,
  };
}

function outcomeOf(last: AttemptLine | undefined): Explained["outcome"] {
  if (!last) return "not_tried";
  if (last.isCanceled) return "canceled";
  return last.status === 200 ? "served" : "failed";
}

function endOf({ pausedMs, isRejected }: RecordedCandidate, last: AttemptLine | undefined): string {
  if (!last && isRejected) return "Not tried.";
  if (!last) return pausedMs === undefined ? "Not tried." : "Not tried: its circuit was open.";
  if (last.isCanceled) return "It was canceled, because another candidate responded first.";
  return last.status === 200 ? "It served the request." : `It failed with ${last.status}.`;
}

function passedOver({ passed, lists }: RoutingRecord, order: readonly RecordedCandidate[]): Explained[] {
  const recorded = Object.entries(passed).flatMap(([key, names]) =>
    names.map((name) => {
      const [endpoint = "", credential] = name.split(" ");
      const isOwn = credential !== undefined && UUID.test(credential);
      const named = isOwn ? { own: credential } : credential === undefined ? {} : { key: credential };
      return skippedEntry({ endpoint, ...named }, explainExclusion(key));
    }),
  );
  const kept = new Set([...order.map(nameOfCandidate), ...Object.values(passed).flat()]);
  // The request allows no fallbacks, so these could never be tried.
  const others = lists.flatMap(({ candidates }) => candidates).filter((one) => !kept.has(nameOfCandidate(one)));
  return [...recorded, ...others.map((one) => skippedEntry(one, explainExclusion("fallbacks")))];
}

function skippedEntry(named: Named, why: { reason: string; explanation: string }): Explained {
  const unknown = { price: null, latency_p50: null, throughput_p50: null, uptime: null };
  return { ...namesOf(named), position: null, outcome: "passed_over", ...why, ...unknown };
}

type Named = Pick<RecordedCandidate, "endpoint" | "own" | "key">;

/** Of BYOK credentials; system credentials have the name of their environment variable. */
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

function namesOf({ endpoint, own, key }: Named) {
  return {
    endpoint_id: endpoint,
    provider_name: providerOfEndpoint(endpoint),
    credential_id: own ?? null,
    system_key: key ?? null,
  };
}
