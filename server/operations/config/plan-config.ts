import { planConfig as endpoint } from "#lib/contract/config.ts";
import { operation } from "#server/http/operation.ts";
import { runPlan } from "./apply/run-plan.ts";
import { secretsFrom } from "./document/secrets.ts";
import { changeOf } from "./plan/differences.ts";
import { makePlan } from "./plan/make-plan.ts";

/** Thrown to undo what a plan has tried. */
const UNDO = Symbol("undo");

/** Plans a document, and tries its changes in a transaction that is undone, so that no plan is shown that would fail. */
export const planConfig = operation(endpoint)(async (gateway, call) => {
  const { body, principal } = call;
  const { queries } = gateway.database;
  const secrets = secretsFrom(body.secrets);
  const plan = await makePlan(gateway, queries, principal.organizationId, { text: body.document, secrets });
  const trial = queries.transaction(async (transaction) => {
    await runPlan(gateway, transaction, call, { plan, secrets });
    throw UNDO;
  });
  await trial.catch((thrown: unknown) => {
    if (thrown !== UNDO) throw thrown;
  });
  return { data: { plan_hash: plan.hash, changes: plan.differences.map(changeOf), notes: plan.notes } };
});
