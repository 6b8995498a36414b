import { randomUUID } from "node:crypto";
import type { Principal } from "#server/auth/principal.ts";
import type { Body, Dialect } from "#server/dialects/dialect.ts";
import type { Gateway } from "#server/gateway.ts";
import type { Guard } from "#server/guardrails/guard.ts";
import type { CallerHeaders } from "#server/http/caller-headers.ts";
import { metadataKey } from "#server/http/clients.ts";
import type { AttemptLine } from "./attempts/attempt.ts";
import type { AttemptState } from "./attempts/attempt-state.ts";
import type { AttemptTimeouts } from "./attempts/attempt-timeouts.ts";
import { keepsContent } from "./guard/kept-content.ts";
import { routingMetadata } from "./metadata.ts";
import type { Candidate } from "./planning/candidate.ts";
import type { Resume } from "./resume/resumed-parts.ts";

/** What all attempts of one model call share, for any operation. */
export type ModelCall = {
  gateway: Gateway;
  /** Null for operations with a single wire format. */
  dialect: Pick<Dialect, "id"> | null;
  /** The request body after guardrails. */
  body: Body;
  /** The guardrail rules for the call's texts; undefined if there are none. */
  guard: Guard | undefined;
  streamed: boolean;
  /** Whether to store the call's content. */
  isKept: boolean;
  /** Generation id. */
  id: string;
  /** Unix seconds. */
  createdAt: number;
  /** The caller's headers. */
  headers: CallerHeaders;
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
  /** Continues a response that breaks off, if the caller asked for that. */
  resume?: Resume;
};

/** How a call is routed, for its metadata. `requested`: the model name in the request. */
type Routed = { requested: string; candidates: readonly Candidate[]; lines: readonly AttemptLine[] };

/** Creates a call with a new generation id. */
export function newCall(
  gateway: Gateway,
  principal: Principal,
  headers: CallerHeaders,
  asked: Pick<ModelCall, "dialect" | "body" | "guard" | "streamed">,
  { requested, candidates, lines }: Routed,
): ModelCall {
  const key = metadataKey(headers);
  const createdAt = Math.floor(gateway.now() / 1000);
  const id = `gen-${createdAt}-${randomHex()}`;
  return {
    gateway,
    ...asked,
    isKept: asked.dialect !== null && keepsContent(gateway, principal, asked.body, id),
    id,
    createdAt,
    headers,
    trailer(attempt) {
      if (!key) return undefined;
      const failed = lines.filter(({ status }) => status !== 200);
      return { [key]: routingMetadata(requested, candidates, failed, attempt, asked.guard) };
    },
  };
}

/** Returns 20 hex digits of a random UUID. Node generates UUIDs from a pool, which is cheaper than random bytes. */
function randomHex(): string {
  const uuid = randomUUID();
  return uuid.slice(0, 8) + uuid.slice(24);
}
