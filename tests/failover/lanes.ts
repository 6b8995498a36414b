import type { DialectName } from "#tests/pipeline/calling.ts";

/** One path through the gateway: a dialect, the upstream it reaches first, and the caller's fallback model. */
export type Lane = {
  id: string;
  dialect: DialectName;
  /** How the response reaches the caller. */
  stream: boolean;
  primary: { model: string; provider: string };
  fallback: { model: string; provider: string };
};

// Each pair has its own model endpoints, so that no lane opens another's circuit.
const PAIRS: [DialectName, string, string, string, string][] = [
  ["chat", "meta-llama/llama-3.3-70b-instruct", "groq", "google/gemini-2.5-flash", "google"],
  ["chat", "anthropic/claude-sonnet-4.5", "anthropic", "google/gemini-3.5-flash", "google"],
  ["chat", "google/gemini-2.5-pro", "google", "anthropic/claude-haiku-4.5", "anthropic"],
  ["responses", "openai/gpt-4.1", "openai", "anthropic/claude-sonnet-4", "anthropic"],
  ["responses", "anthropic/claude-opus-4.5", "anthropic", "google/gemini-3-flash-preview", "google"],
  ["messages", "anthropic/claude-opus-4.1", "anthropic", "google/gemini-3.1-flash-lite", "google"],
  ["messages", "openai/gpt-4.1-mini", "openai", "openai/gpt-oss-20b", "groq"],
  ["messages", "google/gemini-3.1-pro-preview", "google", "meta-llama/llama-4-scout", "groq"],
];

export const LANES: Lane[] = PAIRS.flatMap(([dialect, model, provider, other, otherProvider]) =>
  [true, false].map((stream) => ({
    id: `${dialect} to ${provider}, ${stream ? "streamed" : "whole"}`,
    dialect,
    stream,
    primary: { model, provider },
    fallback: { model: other, provider: otherProvider },
  })),
);

/** The gateway's time limits in these requests, a tenth of the catalogue's. */
export const FAILOVER_ENV = {
  FIRST_CONTENT_TIMEOUT_MS: "1500",
  LAST_FIRST_CONTENT_TIMEOUT_MS: "12000",
  IDLE_TIMEOUT_MS: "2000",
  CONNECT_TIMEOUT_MS: "1000",
};

/** The providers that the lanes call. */
export const LANE_PROVIDERS = ["groq", "openai", "anthropic", "google"];
