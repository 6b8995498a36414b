import { type CsvValue, csvLine } from "#lib/csv/csv-line.ts";
import { usdDecimal } from "#lib/nano-usd.ts";
import { type Charge, readCharges } from "#server/data/chargeback.ts";
import type { Gateway } from "#server/gateway.ts";
import type { ChargebackScope } from "./chargeback-scope.ts";

const COLUMNS: Record<string, (charge: Charge) => CsvValue> = {
  workspace_id: (charge) => charge.workspaceId,
  workspace_name: (charge) => charge.workspaceName,
  user_id: (charge) => charge.userId,
  user_name: (charge) => charge.userName,
  user_email: (charge) => charge.userEmail,
  api_key_hash: (charge) => charge.keyHash,
  api_key_name: (charge) => charge.keyName,
  requests: (charge) => charge.requests,
  prompt_tokens: (charge) => charge.tokensPrompt,
  completion_tokens: (charge) => charge.tokensCompletion,
  cost_usd: (charge) => ({ decimal: usdDecimal(charge.costNanoUsd) }),
  byok_cost_usd: (charge) => ({ decimal: usdDecimal(charge.byokNanoUsd) }),
};

/** Yields the report as CSV: a header, then a line for each workspace, user and key. */
export async function* chargeLines(gateway: Gateway, { month, filter }: ChargebackScope): AsyncGenerator<string, void> {
  const { rows } = await gateway.database.read((pool) => readCharges(pool, filter));
  const values = Object.values(COLUMNS);
  yield csvLine(["month", ...Object.keys(COLUMNS)]);
  for (const charge of rows) yield csvLine([month, ...values.map((of) => of(charge))]);
}
