import { getChargeback as endpoint } from "#lib/contract/chargeback.ts";
import { usdDecimal } from "#lib/nano-usd.ts";
import { type Charge, readCharges, type Sums } from "#server/data/chargeback.ts";
import { readTagCharges, type TagCharge } from "#server/data/tag-charges.ts";
import { operation } from "#server/http/operation.ts";
import { chargebackScope } from "./chargeback-scope.ts";

export const getChargeback = operation(endpoint)(async (gateway, { principal, query }) => {
  const { offset, limit } = query;
  const { month, isComplete, filter } = await chargebackScope(gateway, principal, query);
  await gateway.rollups.catchUp();
  const { rows: found, asOf } = await gateway.database.read(async (pool) => {
    const charges = await readCharges(pool, filter);
    return [{ charges, lines: query.by === "tag" ? (await readTagCharges(pool, filter)).map(tagLine) : undefined }];
  });
  const [{ charges, lines = charges.map(lineOf) } = { charges: [] }] = found;
  return {
    data: lines.slice(offset, offset + limit),
    total_count: lines.length,
    totals: sumsOf(charges),
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

/** Lines by tag name no key or user. */
const NO_OWNER = { user_id: null, user_name: null, user_email: null, api_key_hash: null, api_key_name: null };

function tagLine(charge: TagCharge) {
  const { workspaceId, workspaceName, tag } = charge;
  return { workspace_id: workspaceId, workspace_name: workspaceName, ...NO_OWNER, tag, ...sumsOf([charge]) };
}

function sumsOf(charges: readonly Sums[]) {
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
