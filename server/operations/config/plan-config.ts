import { planConfig as endpoint } from "#lib/contract/config.ts";
import { operation } from "#server/http/operation.ts";
import { withKnownHosts } from "./apply/known-hosts.ts";
import { runPlan } from "./apply/run-plan.ts";
import { secretsFrom } from "./document/secrets.ts";
import { effectOfPlan } from "./effect/effect-of-plan.ts";
import { buildDecidingState } from "./effect/planned-state.ts";
import { changeOf } from "./plan/differences.ts";
import { makePlan } from "./plan/make-plan.ts";

/** Thrown to roll back a plan's changes. */
const UNDO = Symbol("undo");

/**
 * Plans a document and makes its changes in a transaction that is rolled back, to find changes that would fail and to
 * evaluate past requests with the planned state.
 */
export const planConfig = operation(endpoint)(async (gateway, call) => {
  const { body, principal } = call;
  const { queries } = gateway.database;
  const secrets = secretsFrom(body.secrets);
  const plan = await makePlan(gateway, queries, principal.organizationId, { text: body.document, secrets });
  const within = await withKnownHosts(gateway, plan.document, secrets);
  // A plan may include records that a file manages.
  const planner = { principal, requestId: call.requestId, address: call.address };
  const before = await buildDecidingState(queries, gateway.keys, gateway);
  let after = before;
  const trial = queries.transaction(async (transaction) => {
    const applying = await runPlan(within, transaction, planner, { plan, secrets });
    after = await buildDecidingState(transaction, applying.gateway.keys, gateway);
    throw UNDO;
  });
  await trial.catch((thrown: unknown) => {
    if (thrown !== UNDO) throw thrown;
  });
  const effect = await effectOfPlan(gateway, principal.organizationId, plan, { before, after });
  return { data: { plan_hash: plan.hash, changes: plan.differences.map(changeOf), notes: plan.notes, effect } };
});
