import { type Attributes, type HrTime, ValueType } from "@opentelemetry/api";
import {
  AggregationTemporality,
  DataPointType,
  type HistogramMetricData,
  type MetricProducer,
  type ResourceMetrics,
} from "@opentelemetry/sdk-metrics";

/** A histogram of the conventions; `boundaries` in ascending order. */
export type HistogramKind = { name: string; description: string; unit: string; boundaries: readonly number[] };

/** The values of one histogram with the same attributes. */
export type Point = { record(value: number): void };

type State = Point & { attributes: Attributes; counts: number[]; count: number; sum: number; min: number; max: number };

export type Histograms = {
  /** Returns a new point of a histogram. */
  point(kind: HistogramKind, attributes: Attributes): Point;
  /** Returns what was recorded, for a reader of the SDK. */
  producer(temporality: AggregationTemporality, resource: ResourceMetrics["resource"]): MetricProducer;
};

/**
 * Creates histograms that are exported through the SDK. The SDK's own ones sort and serialize the attributes of each
 * value, which cost more than the rest of a request's telemetry.
 */
export function createHistograms(scopeName: string): Histograms {
  const kinds = new Map<HistogramKind, State[]>();
  const startTime = toHrTime(Date.now());

  function collect(temporality: AggregationTemporality, since: HrTime, endTime: HrTime): HistogramMetricData[] {
    return [...kinds].map(([{ name, description, unit, boundaries }, states]) => ({
      descriptor: { name, description, unit, valueType: ValueType.DOUBLE },
      aggregationTemporality: temporality,
      dataPointType: DataPointType.HISTOGRAM,
      dataPoints: states
        .filter(({ count }) => count > 0)
        .map(({ attributes, counts, count, sum, min, max }) => ({
          startTime: since,
          endTime,
          attributes,
          value: { buckets: { boundaries: [...boundaries], counts: [...counts] }, count, sum, min, max },
        })),
    }));
  }

  return {
    point(kind, attributes) {
      const state = newState(kind.boundaries, attributes);
      const states = kinds.get(kind);
      if (states) states.push(state);
      else kinds.set(kind, [state]);
      return state;
    },
    producer(temporality, resource) {
      const isDelta = temporality === AggregationTemporality.DELTA;
      let since = startTime;
      return {
        async collect() {
          const endTime = toHrTime(Date.now());
          const metrics = collect(temporality, since, endTime);
          if (isDelta) {
            since = endTime;
            for (const state of [...kinds.values()].flat()) clear(state);
          }
          return { resourceMetrics: { resource, scopeMetrics: [{ scope: { name: scopeName }, metrics }] }, errors: [] };
        },
      };
    },
  };
}

function newState(boundaries: readonly number[], attributes: Attributes): State {
  const state: State = {
    attributes,
    counts: boundaries.map(() => 0).concat(0),
    count: 0,
    sum: 0,
    min: Number.POSITIVE_INFINITY,
    max: Number.NEGATIVE_INFINITY,
    record(value) {
      let bucket = 0;
      while (bucket < boundaries.length && value > (boundaries[bucket] as number)) bucket += 1;
      state.counts[bucket] = (state.counts[bucket] as number) + 1;
      state.count += 1;
      state.sum += value;
      if (value < state.min) state.min = value;
      if (value > state.max) state.max = value;
    },
  };
  return state;
}

function clear(state: State): void {
  state.counts.fill(0);
  state.count = 0;
  state.sum = 0;
  state.min = Number.POSITIVE_INFINITY;
  state.max = Number.NEGATIVE_INFINITY;
}

function toHrTime(ms: number): HrTime {
  return [Math.floor(ms / 1000), Math.round((ms % 1000) * 1e6)];
}
