import type { Health } from "#server/catalogue/health.ts";
import type { CanarySettings, ModelAliasRow } from "#server/data/model-aliases.ts";
import { type Arm, statisticsOf } from "./arm.ts";

/** One side of a canary in the last 30 minutes. `latencyMs`: the median to the first content, with enough requests. */
export type Side = { requests: number; failed: number; latencyMs: number | null };

/** Below this share of failures, a canary is not stopped, however few the other targets have. */
const TOLERATED_FAILURES = 0.05;
/** Below this difference, a canary is not too slow, however fast the other targets are. */
const TOLERATED_MS = 100;

/** Returns the canary's settings; undefined without a canary, or if it is stopped. */
export function runningCanary({ targets, rollout }: Pick<ModelAliasRow, "targets" | "rollout">) {
  return rollout?.rolledBackAt ? undefined : canaryOf(targets)?.canary;
}

/** Returns the target that is a canary. */
export function canaryOf(targets: ModelAliasRow["targets"]) {
  return targets.find(({ canary }) => canary) as
    | (ModelAliasRow["targets"][number] & { canary: CanarySettings })
    | undefined;
}

export function sideOf(
  health: Health,
  alias: Pick<ModelAliasRow, "id" | "rollout">,
  target: Arm["target"],
  nowMs: number,
): Side {
  const name = statisticsOf(alias, target);
  const { succeeded, failed } = health.attempts(name, nowMs);
  const latencyMs = health.read(name, nowMs).latencyMs?.p50 ?? null;
  return { requests: succeeded + failed, failed, latencyMs: latencyMs === null ? null : Math.round(latencyMs) };
}

/** Returns why a canary must be stopped, as a sentence; undefined if it need not. */
export function faultOfCanary(
  { minRequests, errorFactor, latencyFactor }: CanarySettings,
  canary: Side,
  stable: Side,
): string | undefined {
  if (canary.requests < minRequests) return undefined;
  const [rate, stableRate] = [rateOf(canary), rateOf(stable)];
  if (rate > TOLERATED_FAILURES && rate > stableRate * errorFactor)
    return `${percent(rate)} of its ${canary.requests} requests failed, and ${percent(stableRate)} of the others.`;
  const [took, usual] = [canary.latencyMs, stable.latencyMs];
  if (took !== null && usual !== null && took > usual * latencyFactor && took - usual > TOLERATED_MS)
    return `Its median time to the first content was ${took} ms over ${canary.requests} requests, and ${usual} ms for the others.`;
  return undefined;
}

function rateOf({ requests, failed }: Side): number {
  return requests === 0 ? 0 : failed / requests;
}

function percent(rate: number): string {
  return `${Math.round(rate * 1000) / 10}%`;
}
