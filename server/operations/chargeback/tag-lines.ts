import { csvLine } from "#lib/csv/csv-line.ts";
import { usdDecimal } from "#lib/nano-usd.ts";
import { readTagCharges } from "#server/data/tag-charges.ts";
import type { Gateway } from "#server/gateway.ts";
import type { ChargebackScope } from "./chargeback-scope.ts";

const COLUMNS = [
  ...["month", "workspace_id", "workspace_name", "tag", "requests", "prompt_tokens", "completion_tokens"],
  ...["cost_usd", "byok_cost_usd"],
];

/** Yields the report by tag as CSV: a header, then a line for each workspace and tag. */
export async function* tagLines(gateway: Gateway, { month, filter }: ChargebackScope): AsyncGenerator<string, void> {
  const { rows } = await gateway.database.read((pool) => readTagCharges(pool, filter));
  yield csvLine(COLUMNS);
  for (const charge of rows) {
    const { workspaceId, workspaceName, tag, requests, tokensPrompt, tokensCompletion } = charge;
    const amounts = [charge.costNanoUsd, charge.byokNanoUsd].map((nanoUsd) => ({ decimal: usdDecimal(nanoUsd) }));
    yield csvLine([month, workspaceId, workspaceName, tag, requests, tokensPrompt, tokensCompletion, ...amounts]);
  }
}
