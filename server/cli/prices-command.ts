import { createCatalogue } from "#server/catalogue/catalogue.ts";
import { readSnapshot } from "#server/catalogue/load.ts";
import { readOverlay } from "#server/catalogue/read-overlay.ts";
import { applyRefresh } from "#server/catalogue/refresh/apply.ts";
import { readDocument } from "#server/catalogue/refresh/document.ts";
import { fetchSource } from "#server/catalogue/refresh/fetch-source.ts";
import { planRefresh, type RefreshPlan } from "#server/catalogue/refresh/plan.ts";
import { planText } from "#server/catalogue/refresh/plan-text.ts";
import type { Database } from "#server/data/database.ts";
import { endRefresh } from "#server/data/prices.ts";
import type { Environment } from "#server/env.ts";
import { guardedAgent } from "#server/providers/exchange/address.ts";
import { throughProxy } from "#server/providers/exchange/egress.ts";
import { upstreamAgent } from "#server/providers/exchange/http.ts";
import { printLine, runCommand } from "./run-command.ts";
import { withDatabase } from "./with-database.ts";

// `npm run prices -- plan --from <file or https address>`, `apply --from ... [--plan <id>]`, `rollback --batch <id>`.

const USAGE = `Usage:
  npm run prices -- plan     --from <file or https address>
  npm run prices -- apply    --from <file or https address> [--plan <id of the plan you reviewed>]
  npm run prices -- rollback --batch <id>
PRICES_FROM can also name the source.`;
const AUTHOR = "operator";

await runCommand({
  usage: USAGE,
  options: { from: { type: "string" }, plan: { type: "string" }, batch: { type: "string" } },
  choose({ positionals: [command, ...others], values: { from = process.env.PRICES_FROM, plan, batch } }) {
    if (others.length > 0) return undefined;
    if (command === "rollback" && batch) return () => withDatabase((database) => rollback(database, batch));
    if (command === "plan" && from)
      return () => withDatabase(async (database, environment) => void (await showPlan(database, environment, from)));
    if (command === "apply" && from)
      return () => withDatabase((database, environment) => apply(database, environment, from, plan));
    return undefined;
  },
});

/** Prints what a refresh from a source would change. */
async function showPlan(database: Database, environment: Environment, from: string): Promise<RefreshPlan> {
  const nowMs = Date.now();
  const catalogue = createCatalogue(readSnapshot());
  catalogue.overlay(await readOverlay(database.queries, nowMs));
  const text = await fetchWithAgents(environment, from);
  const document = readDocument(text, catalogue, new Date(nowMs).toISOString().slice(0, 10));
  const plan = planRefresh(document, catalogue, nowMs);
  printLine(planText(plan));
  return plan;
}

async function apply(database: Database, environment: Environment, from: string, reviewed: string | undefined) {
  const now = new Date();
  const plan = await showPlan(database, environment, from);
  const { batchId, prices, endpoints } = await database.queries.transaction((queries) =>
    applyRefresh(queries, plan, reviewed, now, AUTHOR),
  );
  printLine(`Applied as batch ${batchId}: ${prices} price rows, ${endpoints} model endpoints added.`);
}

async function rollback({ queries }: Database, batch: string): Promise<void> {
  const end = () => queries.transaction((transaction) => endRefresh(transaction, batch, new Date(), AUTHOR));
  const ended = /^[0-9a-f-]{36}$/i.test(batch) && (await end());
  if (!ended) throw new Error(`There is no batch ${batch}, or it has already been rolled back.`);
  printLine(`Rolled back batch ${batch}: ${ended.prices} price rows ended.`);
}

async function fetchWithAgents(environment: Environment, from: string): Promise<string> {
  const options = { connections: 1, connectTimeoutMs: environment.CONNECT_TIMEOUT_MS };
  const [egress, publicEgress] = [upstreamAgent({ ...options, ...throughProxy(environment) }), guardedAgent(options)];
  try {
    return await fetchSource(from, { named: environment.PRICES_FROM, egress, publicEgress });
  } finally {
    await Promise.all([egress.close(), publicEgress.close()]);
  }
}
