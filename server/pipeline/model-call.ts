import type { CallerHeaders } from "#server/caller/caller-headers.ts";
import type { Body, Dialect } from "#server/dialects/dialect.ts";
import type { Guard } from "#server/guardrails/guard.ts";
import type { AttemptTrace, CallTrace } from "#server/telemetry/telemetry.ts";
import type { AttemptState } from "./attempts/attempt-state.ts";
import type { AttemptTimeouts } from "./attempts/attempt-timeouts.ts";
import type { PipelineGateway } from "./pipeline-gateway.ts";
import type { Candidate } from "./planning/candidate.ts";
import type { PluginNote } from "./plugins/plugin-note.ts";
import type { Quota } from "./pools/quota.ts";
import type { Resume } from "./resume/continuation.ts";
import type { ToolLoop } from "./server-tools/loop-part.ts";

/** What all attempts of one model request share, for any operation. */
export type ModelCall = {
  gateway: PipelineGateway;
  /** Null for operations with a single wire format. */
  dialect: Pick<Dialect, "id"> | null;
  /** The request body after guardrails. */
  body: Body;
  /** The guardrail rules for the request's texts; undefined if there are none. */
  guard: Guard | undefined;
  streamed: boolean;
  /** What plugins did; a response may add to it. */
  pluginNotes: PluginNote[];
  /** Whether to collect the request's content, in order to store it. */
  storesContent: boolean;
  /** Whether to store it only if the request fails. */
  storesOnlyFailures: boolean;
  /** The response that a provider's batch has made of the request; nothing is sent. */
  batched?: { status: number; body: string } | undefined;
  /** Generation id. */
  id: string;
  /** Unix seconds. */
  createdAt: number;
  /** The caller's headers. */
  headers: CallerHeaders;
  /** Undefined without OpenTelemetry. */
  trace: CallTrace | undefined;
  /**
   * Returns routing metadata to add to the response, under the key that the caller asked for; undefined if they did not
   * ask.
   */
  trailer(attempt: Attempt): Body | undefined;
};

/**
 * One attempt at a candidate. `startedMs`: `performance.now()` at its start. `othersLeft`: another candidate can be
 * tried after it.
 */
export type Attempt = {
  candidate: Candidate;
  timeouts: AttemptTimeouts;
  state: AttemptState;
  startedMs: number;
  othersLeft: boolean;
  /** What is known of its credential's limits, for its response to update; undefined for servers that need no key. */
  quota: Quota | undefined;
  /** Which of the requests with that credential this is. */
  sequence: number;
  /** The credential's load counts it, until `endAttempt`. */
  isInFlight: boolean;
  /** Absent without OpenTelemetry. */
  trace?: AttemptTrace;
  /** Continues a response that breaks off, if the caller asked for that. */
  resume?: Resume;
  /** Runs server tools and asks the model again, if the caller asked for that. */
  loop?: ToolLoop;
};
