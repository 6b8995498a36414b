import { type ListedModel, priceOf } from "./listed-model.ts";
import type { ModelQuery } from "./model-filter.ts";
import { modelRecord } from "./model-record.ts";

type Order = (a: ListedModel, b: ListedModel) => number;

const newest: Order = (a, b) => b.model.created - a.model.created || a.model.id.localeCompare(b.model.id);

/** Usage is not counted across installations, so availability here is used instead of popularity. */
const reachable: Order = (a, b) => Number(b.available) - Number(a.available) || newest(a, b);

const ORDERS: Record<NonNullable<ModelQuery["sort"]>, Order> = {
  "most-popular": reachable,
  "top-weekly": reachable,
  newest,
  "pricing-low-to-high": lowestFirst(({ pricing }) => priceOf(pricing.prompt)),
  "pricing-high-to-low": lowestFirst(({ pricing }) => -finite(priceOf(pricing.prompt))),
  "context-high-to-low": lowestFirst(({ model }) => -(model.contextLength ?? 0)),
  "throughput-high-to-low": lowestFirst((listed) => -(modelRecord(listed).throughput_last_30m ?? 0)),
  "latency-low-to-high": lowestFirst((listed) => modelRecord(listed).latency_last_30m ?? Number.POSITIVE_INFINITY),
};

/** Returns the order of a list of models; unknown values come last. */
export function modelOrder(sort: ModelQuery["sort"]): Order {
  return sort ? ORDERS[sort] : reachable;
}

function lowestFirst(measure: (listed: ListedModel) => number): Order {
  return (a, b) => {
    const [first, second] = [measure(a), measure(b)];
    return first === second ? newest(a, b) : first - second;
  };
}

/** Sorts an unknown price last when the highest come first. */
function finite(price: number): number {
  return Number.isFinite(price) ? price : -1;
}
