import { parseArgs } from "node:util";
import { openDatabase } from "#server/data/database.ts";
import { databaseOptions } from "#server/data/database-options.ts";
import { endRefresh } from "#server/data/prices.ts";
import { readEnvironment } from "#server/env.ts";
import { guardedAgent } from "#server/providers/exchange/address.ts";
import { throughProxy } from "#server/providers/exchange/egress.ts";
import { upstreamAgent } from "#server/providers/exchange/http.ts";
import { createCatalogue } from "../catalogue.ts";
import { readSnapshot } from "../load.ts";
import { readOverlay } from "../read-overlay.ts";
import { applyRefresh } from "./apply.ts";
import { readDocument } from "./document.ts";
import { fetchSource } from "./fetch-source.ts";
import { planRefresh, type RefreshPlan } from "./plan.ts";
import { planText } from "./plan-text.ts";

// `npm run prices -- plan --from <file or https address>`, `apply --from ... [--plan <id>]`, `rollback --batch <id>`.

const USAGE = `Usage:
  npm run prices -- plan     --from <file or https address>
  npm run prices -- apply    --from <file or https address> [--plan <id of the plan you reviewed>]
  npm run prices -- rollback --batch <id>
PRICES_FROM can also name the source.`;
const AUTHOR = "operator";

const say = (line: string) => process.stdout.write(`${line}\n`);
await run().catch((error: Error) => {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
});

async function run(): Promise<void> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { from: { type: "string" }, plan: { type: "string" }, batch: { type: "string" } },
  });
  const environment = readEnvironment(process.env);
  const from = values.from ?? environment.PRICES_FROM;
  const [verb] = positionals;
  const isFit = verb === "rollback" ? values.batch : (verb === "plan" || verb === "apply") && from;
  if (!isFit) throw new Error(USAGE);
  const database = await openDatabase(databaseOptions(environment));
  try {
    if (verb === "rollback") await rollback(values.batch as string);
    else await refresh(from as string, verb === "apply");
  } finally {
    await database.close();
  }

  async function refresh(from: string, apply: boolean): Promise<void> {
    const now = new Date();
    const catalogue = createCatalogue(readSnapshot());
    catalogue.overlay(await readOverlay(database.queries, now.getTime()));
    const text = await fetchWithAgents(from);
    const document = readDocument(text, catalogue, now.toISOString().slice(0, 10));
    const plan: RefreshPlan = planRefresh(document, catalogue, now.getTime());
    say(planText(plan));
    if (!apply) return;
    const { batchId, prices, endpoints } = await database.queries.transaction((queries) =>
      applyRefresh(queries, plan, values.plan, now, AUTHOR),
    );
    say(`Applied as batch ${batchId}: ${prices} price rows, ${endpoints} model endpoints added.`);
  }

  async function fetchWithAgents(from: string): Promise<string> {
    const options = { connections: 1, connectTimeoutMs: environment.CONNECT_TIMEOUT_MS };
    const [egress, publicEgress] = [upstreamAgent({ ...options, ...throughProxy(environment) }), guardedAgent(options)];
    try {
      return await fetchSource(from, { named: environment.PRICES_FROM, egress, publicEgress });
    } finally {
      await Promise.all([egress.close(), publicEgress.close()]);
    }
  }

  async function rollback(batch: string): Promise<void> {
    const end = () => database.queries.transaction((queries) => endRefresh(queries, batch, new Date(), AUTHOR));
    const ended = /^[0-9a-f-]{36}$/i.test(batch) && (await end());
    if (!ended) throw new Error(`There is no batch ${batch}, or it has already been rolled back.`);
    say(`Rolled back batch ${batch}: ${ended.prices} price rows ended.`);
  }
}
