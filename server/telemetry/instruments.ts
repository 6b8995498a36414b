import type { HistogramKind } from "./histograms.ts";

// Bucket boundaries: https://github.com/open-telemetry/semantic-conventions-genai/blob/main/docs/gen-ai/gen-ai-metrics.md
const DURATIONS = [0.01, 0.02, 0.04, 0.08, 0.16, 0.32, 0.64, 1.28, 2.56, 5.12, 10.24, 20.48, 40.96, 81.92];
const FIRST_TOKENS = [0.001, 0.005, 0.01, 0.02, 0.04, 0.06, 0.08, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10];
const TOKENS = [1, 4, 16, 64, 256, 1024, 4096, 16384, 65536, 262144, 1048576, 4194304, 16777216, 67108864];

/** The histograms of the GenAI conventions that a gateway can fill. */
export const INSTRUMENTS = {
  requestSeconds: {
    name: "gen_ai.server.request.duration",
    description: "Duration of a call, with all attempts",
    unit: "s",
    boundaries: DURATIONS,
  },
  firstTokenSeconds: {
    name: "gen_ai.server.time_to_first_token",
    description: "Time to the first token",
    unit: "s",
    boundaries: FIRST_TOKENS,
  },
  attemptSeconds: {
    name: "gen_ai.client.operation.duration",
    description: "Duration of an attempt",
    unit: "s",
    boundaries: DURATIONS,
  },
  tokens: {
    name: "gen_ai.client.token.usage",
    description: "Input and output tokens used",
    unit: "{token}",
    boundaries: TOKENS,
  },
} satisfies Record<string, HistogramKind>;
