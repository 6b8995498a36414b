import type { z } from "zod";
import type { ModelAlias } from "#lib/contract/model-aliases.ts";
import type { AliasTarget, ModelAliasRow } from "#server/data/model-aliases.ts";
import type { Gateway } from "#server/gateway.ts";
import { canaryOf, type Side, sideOf } from "#server/pipeline/aliases/judge-canary.ts";

type Wire = z.output<typeof ModelAlias>;

/** Converts a stored alias to its API record, with the recent requests of its canary. */
export function modelAliasRecord({ health, now }: Pick<Gateway, "health" | "now">, row: ModelAliasRow): Wire {
  const { rollout, ...stored } = storedRecord(row);
  const sideAt = (target: "canary" | "stable") => sideRecord(sideOf(health, row, target, now()));
  return { ...stored, rollout: rollout && { ...rollout, canary: sideAt("canary"), stable: sideAt("stable") } };
}

/** Returns an alias without what changes by itself, for the audit log. */
export function storedRecord(row: ModelAliasRow) {
  const { rolledBackAt = null, reason = null } = row.rollout ?? {};
  const status: NonNullable<Wire["rollout"]>["status"] = rolledBackAt === null ? "running" : "rolled_back";
  return {
    id: row.id,
    workspace_id: row.workspaceId,
    name: row.name,
    description: row.description,
    targets: row.targets.map(wireTarget),
    rollout: canaryOf(row.targets) ? { status, rolled_back_at: rolledBackAt, reason } : null,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  };
}

function wireTarget({ providerOrder, canary, ...target }: AliasTarget): Wire["targets"][number] {
  return {
    ...target,
    provider_order: providerOrder,
    canary: canary
      ? {
          percent: canary.percent,
          min_requests: canary.minRequests,
          error_factor: canary.errorFactor,
          latency_factor: canary.latencyFactor,
        }
      : null,
  };
}

function sideRecord({ requests, failed, latencyMs }: Side) {
  return { requests, failed, latency_p50: latencyMs };
}

export function storedTargets(targets: Wire["targets"]): AliasTarget[] {
  return targets.map(({ provider_order: providerOrder, canary, ...target }) => ({
    ...target,
    providerOrder,
    ...(canary && {
      canary: {
        percent: canary.percent,
        minRequests: canary.min_requests,
        errorFactor: canary.error_factor,
        latencyFactor: canary.latency_factor,
      },
    }),
  }));
}

/** Returns an alias as the target of an audit entry. */
export function targetOf({ id, name }: ModelAliasRow) {
  return { type: "model_alias", id, name };
}
