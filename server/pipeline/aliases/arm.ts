import type { ModelAliasRow } from "#server/data/model-aliases.ts";

/**
 * Which side of a canary a request was assigned to. `statistics`: under which name the health of that side is recorded.
 */
export type Arm = { alias: string; target: "canary" | "stable"; statistics: string };

/** Returns the name of one side's statistics, which start again whenever the canary does. */
export function statisticsOf({ id, rollout }: Pick<ModelAliasRow, "id" | "rollout">, target: Arm["target"]): string {
  return `alias ${id} ${rollout?.epoch ?? 0} ${target}`;
}
