import type { Health } from "#server/catalogue/health.ts";
import type { Arm } from "./arm.ts";

/** How a request ended. `firstContentMs`: after its request. */
type End = { status: number; isFailed: boolean; firstContentMs?: number | null };

/** Statuses that say nothing about a target: who called, what it may spend, guardrails, and callers who disconnect. */
const NOT_OF_TARGET = new Set([401, 402, 403, 499]);

/** Records how a request ended for the sides of the canaries that it was assigned to. */
export function noteArms(
  { health, now }: { health: Health; now(): number },
  arms: readonly Arm[],
  { status, isFailed, firstContentMs }: End,
): void {
  if (NOT_OF_TARGET.has(status)) return;
  const isSuccess = !isFailed && status < 400;
  const latency = isSuccess && typeof firstContentMs === "number" ? { firstContentMs } : {};
  for (const { statistics } of arms) health.record(statistics, { atMs: now(), isSuccess, ...latency });
}
