import { applyConfig as endpoint } from "#lib/contract/config.ts";
import { recordChange } from "#server/audit/record-change.ts";
import { lockConfig, putAppliedConfig } from "#server/data/config.ts";
import { HttpError } from "#server/errors.ts";
import { operation } from "#server/http/operation.ts";
import { announceConfig } from "./apply/announce-config.ts";
import { runPlan } from "./apply/run-plan.ts";
import { secretsFrom } from "./document/secrets.ts";
import { makePlan } from "./plan/make-plan.ts";

export const applyConfig = operation(endpoint)(async (gateway, call) => {
  const { body, principal } = call;
  const { organizationId, userId, key } = principal;
  const secrets = secretsFrom(body.secrets);
  const appliedAt = new Date(gateway.now());
  const { plan, applying, counts } = await gateway.database.queries.transaction(async (queries) => {
    await lockConfig(queries, organizationId);
    const plan = await makePlan(gateway, queries, organizationId, { text: body.document, secrets });
    if (plan.hash !== body.plan_hash)
      throw new HttpError(409, "The plan would differ now: the document or the configuration has changed. Plan again.");
    const applying = await runPlan(gateway, queries, call, { plan, secrets });
    const number = (action: string) => plan.differences.filter((one) => one.action === action).length;
    const counts = { created: number("create"), updated: number("update"), deleted: number("delete") };
    const applied = { organizationId, document: plan.document, planHash: plan.hash, appliedAt };
    await putAppliedConfig(queries, { ...applied, appliedBy: key?.label ?? "", userId: key ? null : userId });
    const target = { type: "config", id: organizationId };
    const after = { plan_hash: plan.hash, ...counts };
    await recordChange(queries, call, { action: "config.apply", target, after, workspaceId: null });
    return { plan, applying, counts };
  });
  await announceConfig(gateway, plan, applying.ids);
  return {
    data: { plan_hash: plan.hash, applied_at: appliedAt.toISOString(), ...counts, notes: plan.notes },
    keys: applying.keys,
  };
});
