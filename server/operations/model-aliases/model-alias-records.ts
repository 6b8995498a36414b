import type { z } from "zod";
import type { ModelAlias } from "#lib/contract/model-aliases.ts";
import type { AliasTarget, ModelAliasRow } from "#server/data/model-aliases.ts";

type Wire = z.output<typeof ModelAlias>;

/** Converts a stored alias to its API record. */
export function modelAliasRecord(row: ModelAliasRow): Wire {
  return {
    id: row.id,
    workspace_id: row.workspaceId,
    name: row.name,
    description: row.description,
    targets: row.targets.map(({ providerOrder, ...target }) => ({ ...target, provider_order: providerOrder })),
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  };
}

export function storedTargets(targets: Wire["targets"]): AliasTarget[] {
  return targets.map(({ provider_order: providerOrder, ...target }) => ({ ...target, providerOrder }));
}

/** Returns an alias as the target of an audit entry. */
export function targetOf({ id, name }: ModelAliasRow) {
  return { type: "model_alias", id, name };
}
