import { updateGuardrail as endpoint } from "#lib/contract/guardrails.ts";
import { recordChange } from "#server/audit/record-change.ts";
import {
  findGuardrail,
  type GuardrailRow,
  insertGuardrail,
  updateGuardrail as updateRow,
} from "#server/data/guardrails.ts";
import { HttpError } from "#server/errors.ts";
import { type Gateway, gateway } from "#server/gateway.ts";
import { refuseBadPatterns } from "#server/guardrails/patterns/saved-patterns.ts";
import type { Call } from "#server/http/operation.ts";
import { operation } from "#server/http/operation.ts";
import { changedGuardrails } from "./changed-guardrails.ts";
import { authorshipOf, changesOf } from "./guardrail-fields.ts";
import { guardrailInReach } from "./guardrail-in-reach.ts";
import { guardrailRecord } from "./guardrail-record.ts";

type UpdateCall = Call<typeof endpoint>;

export const updateGuardrail = operation(endpoint)(async (call) => {
  const open = gateway();
  await refuseBadPatterns(call.body.content_filters);
  const made = await madeDefault(open, call);
  const before = made ? undefined : await guardrailInReach(open, call.principal, call.params.id);
  const row = made ?? (await changed(open, call, before as GuardrailRow));
  if (row.version !== before?.version) {
    await changedGuardrails(open);
    await recordChange(call, {
      action: made ? "guardrail.create" : "guardrail.update",
      target: { type: "guardrail", id: row.id, name: row.name },
      ...(before && { before: guardrailRecord(before) }),
      after: guardrailRecord(row),
      workspaceId: row.workspaceId,
    });
  }
  return { data: guardrailRecord(row) };
});

/** The default guardrail of the workspace with this id, where it had none; undefined when there is nothing to make. */
async function madeDefault(open: Gateway, { principal, params, body }: UpdateCall): Promise<GuardrailRow | undefined> {
  const { organizationId } = principal;
  if (await findGuardrail(open.database.queries, organizationId, params.id)) return undefined;
  const workspace = await open.accounts.workspace(organizationId, params.id);
  if (workspace?.id !== params.id.toLowerCase()) return undefined;
  const { version, ...sent } = body;
  if (version !== undefined) throw conflict("It has been deleted");
  const fields = { name: "Workspace default", ...changesOf(sent), id: workspace.id, workspaceId: workspace.id };
  return insertGuardrail(open.database, fields, authorshipOf(principal, sent));
}

async function changed(open: Gateway, { principal, body }: UpdateCall, before: GuardrailRow): Promise<GuardrailRow> {
  const { version, ...sent } = body;
  const changes = changesOf(sent);
  if (Object.keys(changes).length === 0 && (version ?? before.version) === before.version) return before;
  const row = await updateRow(open.database, { ...before, version }, changes, authorshipOf(principal, sent));
  if (row) return row;
  if (version === undefined) throw new HttpError(404, "Guardrail not found");
  throw conflict("Read it again and repeat the change");
}

function conflict(remedy: string): HttpError {
  return new HttpError(409, `Someone else has changed this guardrail since it was read. ${remedy}.`);
}
