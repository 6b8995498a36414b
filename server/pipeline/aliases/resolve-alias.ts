import { createHash } from "node:crypto";
import type { AliasTarget, ModelAliasRow } from "#server/data/model-aliases.ts";
import { HttpError } from "#server/errors.ts";
import type { AliasDirectory } from "./alias-directory.ts";
import { type Arm, statisticsOf } from "./arm.ts";
import { canaryOf, runningCanary } from "./judge-canary.ts";

/** Where a name leads: a model, or a preset that names one. `arms`: the canaries on the way. */
export type Resolved = Omit<AliasTarget, "weight" | "canary"> & { arms: Arm[] };

/**
 * Follows an alias, and the aliases that it leads to, for the requests of one session or user (`subject`). Returns
 * undefined for a name that is not an alias. Throws 400 for aliases that lead back to themselves.
 */
export function resolveAlias(
  aliases: AliasDirectory,
  workspaceId: string,
  name: string,
  subject: string | undefined,
): Resolved | undefined {
  let found = aliases.find(workspaceId, name);
  if (!found) return undefined;
  const seen = [name];
  let resolved: Resolved = { model: null, preset: null, providerOrder: null, arms: [] };
  while (found) {
    const { model, preset, providerOrder, canary } = chooseTarget(found, subject);
    const { arms } = resolved;
    if (runningCanary(found)) arms.push(armOf(found, canary ? "canary" : "stable"));
    // What an outer alias states takes precedence.
    resolved = {
      model,
      preset: resolved.preset ?? preset,
      providerOrder: resolved.providerOrder ?? providerOrder,
      arms,
    };
    if (model === null) return resolved;
    if (seen.includes(model)) throw circularError(seen, model);
    seen.push(model);
    found = aliases.find(workspaceId, model);
  }
  return resolved;
}

function circularError(seen: readonly string[], again: string): HttpError {
  const chain = [...seen, again].join(" → ");
  return new HttpError(400, `Invalid request: model: the aliases lead back to themselves: ${chain}`);
}

function armOf(alias: ModelAliasRow, target: Arm["target"]): Arm {
  return { alias: alias.name, target, statistics: statisticsOf(alias, target) };
}

/**
 * Chooses the canary for its percentage of the requests, else another target by weight. The same subject gets the same
 * one. As long as the order of the targets stays, raising the last weight, or the percentage of the canary, moves
 * subjects only to it.
 */
export function chooseTarget(
  alias: Pick<ModelAliasRow, "id" | "targets" | "rollout">,
  subject: string | undefined,
): AliasTarget {
  const { id, targets } = alias;
  const [only] = targets;
  if (targets.length === 1 && only) return only;
  const canary = canaryOf(targets);
  if (!canary) return byWeight(id, targets, subject);
  const isRunning = runningCanary(alias) !== undefined;
  const share = subject === undefined ? Math.random() : shareOf(`${id} canary ${subject}`);
  if (isRunning && share * 100 < canary.canary.percent) return canary;
  return byWeight(
    id,
    targets.filter((target) => target !== canary),
    subject,
  );
}

function byWeight(id: string, targets: readonly AliasTarget[], subject: string | undefined): AliasTarget {
  const share = subject === undefined ? Math.random() : shareOf(`${id} ${subject}`);
  const point = share * targets.reduce((total, { weight }) => total + weight, 0);
  let sum = 0;
  for (const target of targets) {
    sum += target.weight;
    if (point < sum) return target;
  }
  return targets.at(-1) as AliasTarget;
}

/** Returns a number from 0 to 1 that depends only on the text. */
function shareOf(text: string): number {
  return createHash("sha256").update(text).digest().readUInt32BE(0) / 2 ** 32;
}
