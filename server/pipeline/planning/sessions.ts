import { createHash } from "node:crypto";
import type { Body } from "#server/dialects/dialect.ts";
import type { CallerHeaders } from "#server/http/caller-headers.ts";
import { type Circuits, circuitOf } from "../attempts/circuit-breaker.ts";
import type { Candidate } from "./candidate.ts";

/** Which candidate each session was served by: its prompt is in that provider's cache, under that credential. */
export type Sessions = {
  /** The candidates with the session's own first, where it is healthy and for the same model. */
  order(session: string | undefined, candidates: readonly Candidate[], nowMs: number): readonly Candidate[];
  keep(session: string | undefined, candidate: Candidate): void;
};

/** A session that was forgotten only loses its cache. */
const MOST_SESSIONS = 20_000;

export function createSessions(circuits: Circuits): Sessions {
  // In the order of their last calls.
  const servedBy = new Map<string, string>();
  return {
    order(session, candidates, nowMs) {
      const known = session === undefined ? undefined : servedBy.get(session);
      const [first] = candidates;
      if (known === undefined || !first || circuitOf(first) === known) return candidates;
      const own = candidates.find((candidate) => circuitOf(candidate) === known);
      // A caller's own credentials go before others, whoever has served the call before.
      if (!own || own.endpoint.model !== first.endpoint.model || own.turn !== first.turn) return candidates;
      if (circuits.opensAgainAt(known) > nowMs) return candidates;
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

/** Returns what the caller calls its session, in any dialect's words; undefined: it does not say. */
export function sessionOf(body: Body, headers: CallerHeaders): string | undefined {
  const { user_id: userId } = (body.metadata ?? {}) as { user_id?: unknown };
  const named = [body.session_id, headers.get("x-session-id"), body.prompt_cache_key, userId];
  return named.find((name): name is string => typeof name === "string" && name !== "");
}

/**
 * Returns the name by which `Sessions` knows a caller's session: sessions of one workspace are its own. Undefined where a
 * caller's own order of providers holds for each call anew.
 */
export function sessionKey(body: Body, headers: CallerHeaders, workspaceId: string): string | undefined {
  const { order } = (body.provider ?? {}) as { order?: unknown };
  if (Array.isArray(order) && order.length > 0) return undefined;
  const session = sessionOf(body, headers);
  return session === undefined ? undefined : `${workspaceId} ${session}`;
}

/** Returns a session's name as OpenAI takes it for its cache: at most 64 characters, and nothing of what it says. */
export function cacheKeyOf(session: string): string {
  return createHash("sha256").update(session).digest("hex").slice(0, 32);
}
