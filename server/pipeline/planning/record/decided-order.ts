import { nameOfCandidate, type RecordedCandidate, type RecordedList, type RoutingRecord } from "./routing-record.ts";

/** The order of the candidates in a list, as indexes. */
export type OrderOf = (list: RecordedList) => readonly number[];

/** Reasons for which a candidate was removed after the order was known. */
const REMOVED = ["limit", "private_url", "rate_limit"];

/**
 * Returns the candidates of a recorded request in the order that they were to be tried in. `orderOf`: sorts its lists
 * differently; the rest of the decision stays as recorded.
 */
export function decidedOrder(record: RoutingRecord, orderOf: OrderOf = recordedOrder): RecordedCandidate[] {
  const removed = new Set(REMOVED.flatMap((reason) => record.passed[reason] ?? []));
  const sorted = record.lists.flatMap((list) =>
    orderOf(list).map((index) => list.candidates[index] as RecordedCandidate),
  );
  const allowed = (record.isSingle ? firstEndpoints(sorted) : sorted).filter(
    (one) => !removed.has(nameOfCandidate(one)),
  );
  return withSessionFirst(allowed, record.session);
}

/** Returns the order that a list was sorted into. */
export function recordedOrder({ candidates, order }: RecordedList): readonly number[] {
  return order ?? [...candidates.keys()];
}

/** Returns the model of an endpoint id, `<model>@<provider>`. */
export function modelOfEndpoint(endpoint: string): string {
  return endpoint.slice(0, endpoint.indexOf("@"));
}

function firstEndpoints(candidates: readonly RecordedCandidate[]): RecordedCandidate[] {
  const firstByModel = new Map<string, string>();
  return candidates.filter(({ endpoint }) => {
    const model = modelOfEndpoint(endpoint);
    if (!firstByModel.has(model)) firstByModel.set(model, endpoint);
    return firstByModel.get(model) === endpoint;
  });
}

/** A session returns to its candidate only if that is healthy and may go first. */
function withSessionFirst(candidates: RecordedCandidate[], session: string | undefined): RecordedCandidate[] {
  const [first] = candidates;
  const own = session === undefined ? undefined : candidates.find((one) => nameOfCandidate(one) === session);
  if (!first || !own || own === first || own.turn !== first.turn || own.pausedMs !== undefined) return candidates;
  if (modelOfEndpoint(own.endpoint) !== modelOfEndpoint(first.endpoint)) return candidates;
  if (own.pool?.limitedMs !== undefined || own.pool?.tier !== first.pool?.tier) return candidates;
  return [own, ...candidates.filter((one) => one !== own)];
}
