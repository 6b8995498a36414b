import { updateGuardrail as endpoint } from "#lib/contract/guardrails.ts";
import { recordChange } from "#server/audit/record-change.ts";
import {
  findGuardrail,
  type GuardrailRow,
  insertGuardrail,
  updateGuardrail as updateRow,
} from "#server/data/guardrails.ts";
import { HttpError } from "#server/errors.ts";
import type { Gateway } from "#server/gateway.ts";
import { rejectInvalidPatterns } from "#server/guardrails/patterns/reject-invalid-patterns.ts";
import type { Call } from "#server/http/operation.ts";
import { operation } from "#server/http/operation.ts";
import { authorshipOf, changesOf } from "./guardrail-fields.ts";
import { guardrailRecord } from "./guardrail-record.ts";
import { publishGuardrails } from "./publish-guardrails.ts";
import { requireGuardrail } from "./require-guardrail.ts";

type UpdateCall = Call<typeof endpoint>;

export const updateGuardrail = operation(endpoint)(async (gateway, call) => {
  const { principal, params, body } = call;
  await rejectInvalidPatterns(body.content_filters);
  const made = await makeDefault(gateway, call);
  if (made) return { data: guardrailRecord(made) };
  const before = await requireGuardrail(gateway, principal, params.id);
  const { version, ...sent } = body;
  const changes = changesOf(sent);
  if (Object.keys(changes).length === 0 && (version ?? before.version) === before.version) {
    return { data: guardrailRecord(before) };
  }
  const row = await gateway.database.queries.transaction(async (queries) => {
    const changed = await updateRow(queries, { ...before, version }, changes, authorshipOf(principal, sent));
    if (!changed && version === undefined) throw new HttpError(404, "Guardrail not found");
    if (!changed) throw conflict("Load it again and repeat the change");
    const states = { before: guardrailRecord(before), after: guardrailRecord(changed) };
    await recordChange(queries, call, { action: "guardrail.update", ...targetOf(changed), ...states });
    return changed;
  });
  await publishGuardrails(gateway);
  return { data: guardrailRecord(row) };
});

/**
 * Creates the default guardrail of the workspace with this id, if it has none; undefined if there is nothing to create.
 */
async function makeDefault(gateway: Gateway, call: UpdateCall): Promise<GuardrailRow | undefined> {
  const { principal, params, body } = call;
  const { organizationId } = principal;
  if (await findGuardrail(gateway.database.queries, organizationId, params.id)) return undefined;
  const workspace = await gateway.accounts.workspace(organizationId, params.id);
  if (workspace?.id !== params.id.toLowerCase()) return undefined;
  const { version, ...sent } = body;
  if (version !== undefined) throw conflict("It has been deleted");
  const fields = { name: "Workspace default", ...changesOf(sent), id: workspace.id, workspaceId: workspace.id };
  const row = await gateway.database.queries.transaction(async (queries) => {
    const made = await insertGuardrail(queries, fields, authorshipOf(principal, sent));
    const change = made && { ...targetOf(made), after: guardrailRecord(made) };
    if (change) await recordChange(queries, call, { action: "guardrail.create", ...change });
    return made;
  });
  if (row) await publishGuardrails(gateway);
  return row;
}

function targetOf({ id, name, workspaceId }: GuardrailRow) {
  return { target: { type: "guardrail", id, name }, workspaceId };
}

function conflict(remedy: string): HttpError {
  return new HttpError(409, `Someone else has changed this guardrail since you loaded it. ${remedy}.`);
}
