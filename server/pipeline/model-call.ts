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

/** What every attempt of one model call shares, whatever its operation. */
export type ModelCall = {
  gateway: Gateway;
  /** Null where the operation has one wire format. */
  dialect: Pick<Dialect, "id"> | null;
  /** The caller's body, guarded. */
  body: Body;
  /** What guardrails ask about the texts of the call; undefined when they ask nothing. */
  guard: Guard | undefined;
  streamed: boolean;
  /** What it says is to be kept. */
  isKept: boolean;
  /** Generation id. */
  id: string;
  /** Unix seconds. */
  createdAt: number;
  /** The caller's headers. */
  headers: CallerHeaders;
  /** Routing metadata to add to the reply, under the key the caller asked for; undefined when it did not. */
  trailer(attempt: Attempt): Body | undefined;
};

/** One try of a candidate. `startedMs`: `performance.now()` at its start. `othersLeft`: another one may be tried after it. */
export type Attempt = {
  candidate: Candidate;
  timeouts: AttemptTimeouts;
  state: AttemptState;
  startedMs: number;
  othersLeft: boolean;
  /** Continues an answer that breaks off, where the caller wants that. */
  resume?: Resume;
};

/** How a call is routed, for its metadata. `requested`: the model's name in the request. */
type Routed = { requested: string; candidates: readonly Candidate[]; lines: readonly AttemptLine[] };

/** A call under a generation id of its own. */
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

/** Twenty digits of a random UUID, which come from a pool: bytes of their own would cost more. */
function randomHex(): string {
  const uuid = randomUUID();
  return uuid.slice(0, 8) + uuid.slice(24);
}
