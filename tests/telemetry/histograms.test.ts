import { resourceFromAttributes } from "@opentelemetry/resources";
import { AggregationTemporality } from "@opentelemetry/sdk-metrics";
import { expect, test } from "vitest";
import { createHistograms } from "#server/telemetry/histograms.ts";

const KIND = { name: "duration", description: "", unit: "s", boundaries: [1, 2] };
const resource = resourceFromAttributes({});

async function valuesOf(temporality: AggregationTemporality) {
  const histograms = createHistograms("scope");
  const point = histograms.point(KIND, { model: "a" });
  histograms.point(KIND, { model: "never recorded" });
  const producer = histograms.producer(temporality, resource);
  const read = async () => {
    const { resourceMetrics } = await producer.collect();
    return resourceMetrics.scopeMetrics[0]?.metrics[0]?.dataPoints.map(({ value }) => value);
  };
  for (const value of [0.5, 1, 1.5, 9]) point.record(value);
  const first = await read();
  point.record(2);
  return [first, await read()];
}

const FIRST = { buckets: { boundaries: [1, 2], counts: [2, 1, 1] }, count: 4, sum: 12, min: 0.5, max: 9 };

test("values are counted in the bucket whose boundary they do not exceed, from the start", async () => {
  const all = { buckets: { boundaries: [1, 2], counts: [2, 2, 1] }, count: 5, sum: 14, min: 0.5, max: 9 };
  expect(await valuesOf(AggregationTemporality.CUMULATIVE)).toEqual([[FIRST], [all]]);
});

test("with delta temporality each export has only the values recorded since the last one", async () => {
  const later = { buckets: { boundaries: [1, 2], counts: [0, 1, 0] }, count: 1, sum: 2, min: 2, max: 2 };
  expect(await valuesOf(AggregationTemporality.DELTA)).toEqual([[FIRST], [later]]);
});
