import { setTimeout as sleep } from "node:timers/promises";
import type { TestGateway } from "#tests/support/servers/gateway.ts";
import type { Upstream } from "#tests/support/upstream/upstream.ts";
import { canWrite, type FailureLine, failUnderLoad, startInstallation } from "./installation.ts";
import { startPooler } from "./servers/pooler.ts";
import { startPostgresServer } from "./servers/postgres-server.ts";

export type PoolerResults = {
  sessionMode: string;
  /** The error of a process that has no direct address. */
  refusal: string;
  transactionMode: string;
  failure: FailureLine;
};

/** Two processes behind PgBouncer in transaction mode. */
export async function runPoolers(upstream: Upstream): Promise<PoolerResults> {
  const postgres = await startPostgresServer();
  const session = await startPooler(postgres.url, "session");
  const sessionMode = await outcomeOf(upstream, session.url);
  await session.close();
  const pooler = await startPooler(postgres.url, "transaction");
  const refusal = await outcomeOf(upstream, pooler.url);
  const installation = await startInstallation(upstream, {
    DATABASE_URL: pooler.url,
    DATABASE_DIRECT_URL: postgres.url,
  });
  const transactionMode = startedSentence(await revocation(installation.gateways));
  const failure = await failUnderLoad(installation, {
    name: "PgBouncer killed and started again",
    works: canWrite,
    async fail() {
      await pooler.stop();
      await sleep(3_000);
      await pooler.start();
    },
    databaseUrl: postgres.url,
  });
  await installation.stop();
  await pooler.close();
  postgres.close();
  return { sessionMode, refusal, transactionMode, failure };
}

async function outcomeOf(upstream: Upstream, url: string): Promise<string> {
  try {
    const installation = await startInstallation(upstream, { DATABASE_URL: url });
    const after = await revocation(installation.gateways);
    await installation.stop();
    return startedSentence(after);
  } catch (error) {
    return /DATABASE_URL leads[^\n]*/.exec((error as Error).message)?.[0] ?? String(error);
  }
}

const startedSentence = (afterMs: number) =>
  `starts; a revoked key is rejected by the other process after ${Math.round(afterMs)} ms`;

const BODY = { model: "local/echo", messages: [{ role: "user", content: "Hello" }] };

/** Returns the time from a revocation in one process until the other rejects the key. */
async function revocation([first, second]: readonly [TestGateway, TestGateway]): Promise<number> {
  const { key, hash } = await first.newKey();
  const status = async () => (await second.call("POST", "/chat/completions", BODY, { key })).status;
  while ((await status()) !== 200) await sleep(10);
  await first.call("DELETE", `/keys/${hash}`);
  const startedMs = performance.now();
  while ((await status()) === 200) await sleep(5);
  return performance.now() - startedMs;
}
