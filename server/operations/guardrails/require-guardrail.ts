import { coversWorkspace } from "#server/auth/key-scopes.ts";
import type { Principal } from "#server/caller/principal.ts";
import { findGuardrail, type GuardrailRow } from "#server/data/guardrails.ts";
import { HttpError } from "#server/errors.ts";
import type { Gateway } from "#server/gateway.ts";

/** Returns a guardrail of the caller's organization by id. Throws 404 for any other, whether it exists or not. */
export async function requireGuardrail({ database }: Gateway, principal: Principal, id: string): Promise<GuardrailRow> {
  const row = await findGuardrail(database.queries, principal.organizationId, id);
  if (row && coversWorkspace(principal, row.workspaceId)) return row;
  throw new HttpError(404, "Guardrail not found");
}
