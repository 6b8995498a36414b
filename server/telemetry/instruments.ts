import type { Attributes, Histogram, Meter } from "@opentelemetry/api";
import { createSeries, type FindSeries } from "./series.ts";

/** The histograms of the GenAI conventions that a gateway can fill. */
export type Instruments = {
  series: FindSeries;
  /** Seconds of a call, as its caller sees it. */
  requestSeconds: Histogram<Attributes>;
  /** Seconds to the first content of a call, as its caller sees it. */
  firstTokenSeconds: Histogram<Attributes>;
  /** Seconds of one attempt at an upstream. */
  attemptSeconds: Histogram<Attributes>;
  tokens: Histogram<Attributes>;
};

// Bucket boundaries: https://github.com/open-telemetry/semantic-conventions-genai/blob/main/docs/gen-ai/gen-ai-metrics.md
const DURATIONS = [0.01, 0.02, 0.04, 0.08, 0.16, 0.32, 0.64, 1.28, 2.56, 5.12, 10.24, 20.48, 40.96, 81.92];
const FIRST_TOKENS = [0.001, 0.005, 0.01, 0.02, 0.04, 0.06, 0.08, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10];
const TOKENS = [1, 4, 16, 64, 256, 1024, 4096, 16384, 65536, 262144, 1048576, 4194304, 16777216, 67108864];

export function createInstruments(meter: Meter, maxSeries: number): Instruments {
  const histogram = (name: string, description: string, unit: string, explicitBucketBoundaries: number[]) =>
    meter.createHistogram(name, { description, unit, advice: { explicitBucketBoundaries } });
  return {
    series: createSeries(maxSeries),
    requestSeconds: histogram(
      "gen_ai.server.request.duration",
      "Duration of a call, with all attempts",
      "s",
      DURATIONS,
    ),
    firstTokenSeconds: histogram("gen_ai.server.time_to_first_token", "Time to the first token", "s", FIRST_TOKENS),
    attemptSeconds: histogram("gen_ai.client.operation.duration", "Duration of an attempt", "s", DURATIONS),
    tokens: histogram("gen_ai.client.token.usage", "Input and output tokens used", "{token}", TOKENS),
  };
}
