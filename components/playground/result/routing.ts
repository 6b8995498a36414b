import { type Json, numberOf, recordOf, recordsOf, textOf } from "../read-json.ts";

/** One attempt at a provider; `status` is null while unknown. */
export type RoutingAttempt = { provider: string; model: string; status: number | null };

/** How the gateway routed a request, and what it changed. */
export type Routing = {
  summary: string;
  attempts: readonly RoutingAttempt[];
  /** Number of available candidates. */
  candidates: number;
  /** What the conversion between dialects dropped or changed. */
  notes: readonly string[];
};

/** Reads `service_metadata` from its place in a dialect; undefined if the response has none. */
export function routingIn(holder: Json): Routing | undefined {
  if (holder.service_metadata === undefined) return undefined;
  const metadata = recordOf(holder.service_metadata);
  const endpoints = recordOf(metadata.endpoints);
  return {
    summary: textOf(metadata.summary),
    attempts: recordsOf(metadata.attempts).map((attempt) => ({
      provider: textOf(attempt.provider),
      model: textOf(attempt.model),
      status: numberOf(attempt.status) ?? null,
    })),
    candidates: numberOf(endpoints.total) ?? 0,
    notes: Array.isArray(metadata.conversion) ? metadata.conversion.map(textOf).filter(Boolean) : [],
  };
}
