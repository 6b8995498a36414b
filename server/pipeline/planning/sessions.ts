import { createHash } from "node:crypto";
import { callerSession } from "#server/caller/agents/session.ts";
import type { CallerHeaders } from "#server/caller/caller-headers.ts";
import type { Body } from "#server/dialects/dialect.ts";
import { type Circuits, circuitOf } from "../attempts/circuit-breaker.ts";
import { rejectedUntil } from "../pools/rejections.ts";
import type { Candidate } from "./candidate.ts";
import type { PlanRequest } from "./plan-request.ts";

/** Remembers which candidate served each session: that provider has the prompt cached under that credential. */
export type Sessions = {
  /** Returns the candidates with the session's own first, if it is healthy and serves the same model. */
  order(session: string | undefined, candidates: readonly Candidate[], nowMs: number): readonly Candidate[];
  keep(session: string | undefined, candidate: Candidate): void;
};

/** A forgotten session only loses its prompt cache. */
const MOST_SESSIONS = 20_000;

export function createSessions(circuits: Circuits): Sessions {
  // Ordered by last request.
  const servedBy = new Map<string, string>();
  return {
    order(session, candidates, nowMs) {
      const known = session === undefined ? undefined : servedBy.get(session);
      const [first] = candidates;
      if (known === undefined || !first || circuitOf(first) === known) return candidates;
      const own = candidates.find((candidate) => circuitOf(candidate) === known);
      // BYOK credentials come first, whichever candidate served the session before.
      if (!own || own.endpoint.model !== first.endpoint.model || own.turn !== first.turn) return candidates;
      // A pool returns to a higher tier as soon as that may be used again.
      if (own.choice && (own.choice.limitedUntilMs > nowMs || own.choice.tier !== first.choice?.tier))
        return candidates;
      if (circuits.opensAgainAt(known) > nowMs) return candidates;
      if (rejectedUntil(own.member?.load.rejections, own.endpoint.id, nowMs) > 0) return candidates;
      return [own, ...candidates.filter((candidate) => candidate !== own)];
    },
    keep(session, candidate) {
      if (session === undefined) return;
      servedBy.delete(session);
      servedBy.set(session, circuitOf(candidate));
      if (servedBy.size > MOST_SESSIONS) servedBy.delete(servedBy.keys().next().value as string);
    },
  };
}

/**
 * Returns what keeps a caller's requests at one provider: the session, or whatever else has a prompt of its own.
 * Undefined if there is none.
 */
export function sessionOf(body: Body, headers: CallerHeaders): string | undefined {
  const { user_id: userId } = (body.metadata ?? {}) as { user_id?: unknown };
  const named = [callerSession(body, headers, null), body.prompt_cache_key, userId];
  return named.find((name): name is string => typeof name === "string" && name !== "");
}

/**
 * Returns the key of a session in `Sessions`, which includes the workspace. Returns undefined if the caller sets a
 * provider order, which applies to every request.
 */
export function sessionKey(body: Body, headers: CallerHeaders, workspaceId: string): string | undefined {
  const { order } = (body.provider ?? {}) as { order?: unknown };
  if (Array.isArray(order) && order.length > 0) return undefined;
  const session = sessionOf(body, headers);
  return session === undefined ? undefined : `${workspaceId} ${session}`;
}

/** Returns the session by which a pool of credentials chooses; undefined if the request has none. */
export function poolSession({ body, headers, caller }: PlanRequest): string | undefined {
  const session = body && headers ? sessionOf(body, headers) : undefined;
  return session === undefined ? undefined : `${caller.workspaceId} ${session}`;
}

/** Returns a session name for OpenAI's cache: at most 64 characters, hashed so that it reveals nothing. */
export function cacheKeyOf(session: string): string {
  return createHash("sha256").update(session).digest("hex").slice(0, 32);
}
