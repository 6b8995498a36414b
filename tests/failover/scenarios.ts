import type { Fault } from "#tests/support/upstream/fault.ts";
import type { ScriptedReply } from "#tests/support/upstream/rule.ts";

/** One request, or a sequence of them, as seen from both sides. Times in ms. */
export type Observed = {
  status: number;
  /** Finds the request's rows in the ledger. */
  requestId: string | null;
  outcome: "answer" | "error" | "truncated";
  elapsedMs: number;
  /** When the primary received the request, from the start of the request. */
  primaryAtMs: number[];
  fallbacks: number;
  reportedModel: string | undefined;
  hasUsage: boolean;
  error: string;
};

type Check = (seen: Observed, lane: { fallback: { model: string } }) => boolean;

/**
 * One of the faults of the public Failover Bench catalogue (github.com/failoverbench/failoverbench, methodology v0.1),
 * with a tenth of its durations where we can choose them. `times`: how many of the primary's requests fail.
 */
export type Scenario = {
  id: string;
  title: string;
  fault: Fault;
  reply?: ScriptedReply;
  times?: number;
  /** Only for upstreams of the chat dialect. */
  onlyChat?: boolean;
  /** The fallback rejects a conversation that ends with the assistant. */
  fallbackRefusesPrefill?: boolean;
  /** The expected outcome for the caller; a response if omitted. */
  ideal?: "error";
  /** A failed one is a failure. */
  required?: Record<string, Check>;
  /** A failed one makes a pass partial. */
  advisory?: Record<string, Check>;
};

const refusal = (message: string, code: string) => ({
  status: 400,
  headers: { "content-type": "application/json" },
  body: JSON.stringify({ type: "error", error: { message, code, type: "invalid_request_error", param: null } }),
});
const atMost =
  (most: number): Check =>
  ({ primaryAtMs }) =>
    primaryAtMs.length <= most;
const twice: Check = ({ primaryAtMs }) => primaryAtMs.length >= 2;
const within =
  (ms: number): Check =>
  ({ elapsedMs }) =>
    elapsedMs <= ms;
const inFirst =
  (windowMs: number, most: number): Check =>
  ({ primaryAtMs: [first = 0, ...rest] }) =>
    1 + rest.filter((atMs) => atMs - first < windowMs).length <= most;
const waited =
  (ms: number): Check =>
  ({ primaryAtMs: [first = 0, second = 0] }) =>
    second - first >= ms;

export const SCENARIOS: Scenario[] = [
  {
    id: "S01",
    title: "429 with Retry-After",
    fault: { status: 429, retryAfterSeconds: 2 },
    times: 1,
    required: { noHammer: inFirst(1_500, 2) },
    advisory: { retried: twice, heeded: waited(1_800) },
  },
  {
    id: "S02",
    title: "429 without Retry-After, always",
    fault: { status: 429 },
    required: { noHammer: inFirst(3_000, 4), bounded: atMost(6) },
  },
  { id: "S03", title: "500 once", fault: { status: 500 }, times: 1, advisory: { retried: twice } },
  { id: "S04", title: "503 always", fault: { status: 503 }, required: { bounded: atMost(6) } },
  { id: "S05", title: "connection reset once", fault: { resetBeforeHeaders: true }, times: 1 },
  {
    id: "S06",
    title: "no response",
    fault: { headersDelayMs: 12_000 },
    required: { bounded: within(10_000) },
    advisory: { notAgain: atMost(1) },
  },
  {
    id: "S07",
    title: "slow first token",
    fault: { eventDelayMs: 2_500 },
    advisory: { bounded: within(3_500) },
  },
  { id: "S08", title: "stream cut", fault: { cutAfterEvents: 40 } },
  { id: "S09", title: "stream stalls", fault: { stallAfterEvents: 20 }, required: { bounded: within(6_000) } },
  { id: "S10", title: "malformed event", fault: { malformedAfterEvents: 10 } },
  {
    id: "S11",
    title: "no [DONE]",
    fault: { endAfterEvents: 63 },
    onlyChat: true,
    required: { prompt: within(4_000) },
    advisory: { usage: ({ hasUsage }) => hasUsage },
  },
  {
    id: "S12",
    title: "context length exceeded",
    fault: {},
    reply: refusal("This model's maximum context length is 8192 tokens.", "context_length_exceeded"),
    required: { notAgain: atMost(1) },
  },
  {
    id: "S13",
    title: "content policy",
    fault: {},
    reply: refusal("Your request was rejected by our content policy.", "content_policy_violation"),
    ideal: "error",
    required: { notAgain: atMost(1) },
  },
  { id: "S14", title: "fallback refuses prefill", fault: { cutAfterEvents: 40 }, fallbackRefusesPrefill: true },
  {
    id: "S16",
    title: "accounting of a failover",
    fault: { status: 503 },
    required: {
      bounded: atMost(6),
      model: ({ reportedModel, fallbacks }, { fallback }) => fallbacks === 0 || reportedModel === fallback.model,
    },
    advisory: { usage: ({ hasUsage }) => hasUsage },
  },
];

export type Verdict = "pass" | "partial" | "safe" | "fail";

/** As the catalogue scores it: `safe` is a clean error in time instead of a response. */
export function verdictOf(
  { ideal, required = {}, advisory = {} }: Scenario,
  seen: Observed,
  lane: Parameters<Check>[1],
) {
  const failed = (checks: Record<string, Check>) => Object.keys(checks).filter((name) => !checks[name]?.(seen, lane));
  const broken = failed(required);
  const missed = failed(advisory);
  const say = (verdict: Verdict, why = "") => ({ verdict, why });
  if (seen.outcome === "truncated") return say("fail", "truncated answer");
  if (broken.length > 0) return say("fail", broken.join(", "));
  if (ideal === "error") return seen.outcome === "error" ? say("pass") : say("partial", "answered elsewhere");
  if (seen.outcome === "error") return say("safe", seen.error);
  return missed.length > 0 ? say("partial", missed.join(", ")) : say("pass");
}
