import { getChargeback as endpoint } from "#lib/contract/chargeback.ts";
import { usdDecimal } from "#lib/nano-usd.ts";
import { type Charge, readCharges } from "#server/data/chargeback.ts";
import { operation } from "#server/http/operation.ts";
import { chargebackScope } from "./chargeback-scope.ts";

export const getChargeback = operation(endpoint)(async (gateway, { principal, query }) => {
  const { offset, limit } = query;
  const { month, isComplete, filter } = await chargebackScope(gateway, principal, query);
  await gateway.rollups.catchUp();
  const { rows, asOf } = await gateway.database.read((pool) => readCharges(pool, filter));
  return {
    data: rows.slice(offset, offset + limit).map(lineOf),
    total_count: rows.length,
    totals: sumsOf(rows),
    month,
    is_complete: isComplete,
    ...(asOf && { as_of: asOf }),
  };
});

function lineOf(charge: Charge) {
  return {
    workspace_id: charge.workspaceId,
    workspace_name: charge.workspaceName,
    user_id: charge.userId,
    user_name: charge.userName,
    user_email: charge.userEmail,
    api_key_hash: charge.keyHash,
    api_key_name: charge.keyName,
    ...sumsOf([charge]),
  };
}

function sumsOf(charges: readonly Charge[]) {
  const count = (of: "requests" | "tokensPrompt" | "tokensCompletion") =>
    charges.reduce((sum, charge) => sum + charge[of], 0);
  const usd = (of: "costNanoUsd" | "byokNanoUsd") => usdDecimal(charges.reduce((sum, charge) => sum + charge[of], 0n));
  return {
    requests: count("requests"),
    prompt_tokens: count("tokensPrompt"),
    completion_tokens: count("tokensCompletion"),
    cost_usd: usd("costNanoUsd"),
    byok_cost_usd: usd("byokNanoUsd"),
  };
}
