import type { SortBy } from "#server/catalogue/sorting-variant.ts";
import { CRITERIA, rankOf } from "#server/pipeline/planning/record/candidate-order.ts";
import { modelOfEndpoint } from "#server/pipeline/planning/record/decided-order.ts";
import {
  nameOfCandidate,
  type RecordedCandidate,
  type RoutingRecord,
} from "#server/pipeline/planning/record/routing-record.ts";
import { providerOfEndpoint } from "./names.ts";

type Criterion = "model" | (typeof CRITERIA)[number] | "pool" | "listed";
type Why = { reason: string; explanation: string };

/** Returns what decided a candidate's position, compared with the previous one; for the first, with the next. */
export function explainPlace(record: RoutingRecord, order: readonly RecordedCandidate[], index: number): Why {
  const candidate = order[index] as RecordedCandidate;
  if (index === 0 && record.session === nameOfCandidate(candidate))
    return { reason: "session", explanation: "First: it served this session before and has its prompt cached." };
  const other = order[index === 0 ? 1 : index - 1];
  if (!other) return { reason: "only", explanation: "The only candidate." };
  const list = record.lists.find(({ candidates }) => candidates.includes(candidate));
  const isTogether = list?.candidates.includes(other) ?? false;
  const criterion = isTogether ? decidingOf(candidate, other, list?.sort) : "model";
  const explanation =
    index === 0 ? whyFirst(criterion, candidate, other, list?.sort) : whyAfter(criterion, candidate, other, list?.sort);
  return { reason: criterion, explanation };
}

function decidingOf(one: RecordedCandidate, other: RecordedCandidate, sort: SortBy | undefined): Criterion {
  const [a, b] = [rankOf(one, sort), rankOf(other, sort)];
  return CRITERIA.find((_, index) => a[index] !== b[index]) ?? (one.pool && other.pool ? "pool" : "listed");
}

function whyFirst(by: Criterion, one: RecordedCandidate, next: RecordedCandidate, sort: SortBy | undefined): string {
  const other = nameOf(next);
  if (by === "model") return "First: it serves the model that the request names first.";
  if (by === "circuit" && next.isRejected) return `First: the provider rejected the credential of ${other}.`;
  if (by === "circuit") return `First: the circuit of ${other} was open.`;
  if (by === "order") return "First: the request's provider order names it first.";
  if (by === "credential") return `First: ${kindOf(one)} goes before ${kindOf(next)}.`;
  if (by === "preference") return `First: ${other} was slower than the request prefers.`;
  if (by === "measure") return `First: ${measureOf(one, sort)}, then ${other} with ${measureOf(next, sort)}.`;
  if (by === "pool") return `First of the provider's credentials: ${whyInPool(one, next)}.`;
  return `First: equal to ${other}, and listed before it.`;
}

function whyAfter(by: Criterion, one: RecordedCandidate, before: RecordedCandidate, sort: SortBy | undefined): string {
  const other = `After ${nameOf(before)}`;
  if (by === "model") return `${other}: it serves ${modelOfEndpoint(one.endpoint)}, which the request names later.`;
  if (by === "circuit" && one.pausedMs === undefined) return `${other}, which served this session before.`;
  if (by === "circuit") return `${other}: ${whyPaused(one)} for another ${Math.ceil((one.pausedMs ?? 0) / 1000)} s.`;
  if (by === "order") return `${other}: the request's provider order names it later or not at all.`;
  if (by === "credential") return `${other}: ${kindOf(before)} goes before ${kindOf(one)}.`;
  if (by === "preference") return `${other}: it was slower than the request prefers.`;
  if (by === "measure") return `${other}: ${measureOf(one, sort)} instead of ${measureOf(before, sort)}.`;
  if (by === "pool") return `After another credential of the provider: ${whyInPool(before, one)}.`;
  return `${other}: equal to it, and listed later.`;
}

function whyPaused({ isRejected }: RecordedCandidate): string {
  return isRejected ? "the provider rejected its credential, which is passed over" : "its circuit was open";
}

/** Returns why the first of two credentials of a pool comes before the second. */
function whyInPool({ pool: one }: RecordedCandidate, { pool: other }: RecordedCandidate): string {
  if (other?.isRejected && one?.limitedMs === undefined)
    return `the provider rejected the other, which is tried again in ${Math.ceil((other.limitedMs ?? 0) / 1000)} s`;
  if (other?.limitedMs !== undefined && one?.limitedMs === undefined)
    return `the other was at its limit or cooling down for another ${Math.ceil(other.limitedMs / 1000)} s`;
  if (other?.limitedMs !== undefined) return "none may be used now, and it may be used again sooner";
  if (one?.tier !== other?.tier) return `tier ${one?.tier} goes before tier ${other?.tier}`;
  return POOL_REASONS[one?.by ?? "ordered"];
}

const POOL_REASONS: Record<NonNullable<RecordedCandidate["pool"]>["by"], string> = {
  ordered: "it is listed before the other",
  weighted: "chosen by weight",
  least_loaded: "it has fewer requests in flight for its weight",
  most_headroom: "more of its rate limit is left",
  session: "the request's session stays with it",
};

function nameOf({ endpoint, own }: RecordedCandidate): string {
  return own === undefined ? providerOfEndpoint(endpoint) : `${providerOfEndpoint(endpoint)} with your own key`;
}

const KINDS = ["your own provider key", "your fallback key", "the system credential"];

function kindOf({ turn }: RecordedCandidate): string {
  return KINDS[turn] ?? "another credential";
}

function measureOf({ price, latency, throughput, uptime }: RecordedCandidate, sort: SortBy | undefined): string {
  const cost = price === undefined ? "no known price" : `a price of ${usd(price)} (${COMPARED})`;
  const health = uptime === undefined ? "no recent failures known" : `${uptime.toFixed(1)}% of recent attempts ok`;
  if (sort === "price") return cost;
  if (sort === "latency")
    return latency === undefined ? "no known latency" : `${Math.round(latency)} ms to the first content`;
  if (sort === "throughput")
    return throughput === undefined ? "no known throughput" : `${Math.round(throughput)} tokens/s`;
  if (sort === "exacto") return health;
  return uptime === undefined ? cost : `${cost} and ${health}`;
}

/** Token prices are compared for this many tokens, other prices for a million units. */
const COMPARED = "3 million tokens in and 1 million out, or a million units";

function usd(priceNanoUsd: number): string {
  return `$${Number((priceNanoUsd / 1e9).toPrecision(3))}`;
}
