import { setTimeout as sleep } from "node:timers/promises";
import { checkLedgerAt, type LedgerCheck } from "#tests/faults/ledger-check.ts";
import { othersOf, startLoad } from "#tests/faults/load.ts";
import { waitForLedger } from "#tests/support/ledger/wait-for-ledger.ts";
import { startGateway, type TestGateway } from "#tests/support/servers/gateway.ts";
import type { Upstream } from "#tests/support/upstream/upstream.ts";

const CALLERS = 8;
const LOAD_MS = 4_000;
const LONGEST_MS = 60_000;

/** The effects of a failure under load on two processes. */
export type FailureLine = LedgerCheck & {
  failure: string;
  /** From the moment another server could serve until both processes used it; undefined: never. */
  backAfterMs: number | undefined;
  /** Outcomes other than a complete response. */
  others: string;
};

export type Installation = { gateways: readonly [TestGateway, TestGateway]; stop(): Promise<void> };

/** Starts two processes that share their servers. */
export async function startInstallation(upstream: Upstream, env: Record<string, string>): Promise<Installation> {
  const more = { RATE_LIMIT_REQUESTS_PER_MINUTE: "1000000", SWITCHBOARD_SECRET: "an installation of two processes" };
  const start = () => startGateway({ upstream, providers: ["openai"], env: { ...more, ...env } });
  const gateways = [await start(), await start()] as const;
  return {
    gateways,
    async stop() {
      for (const gateway of gateways) await gateway.stop();
    },
  };
}

export type Failure = {
  name: string;
  /** Returns whether a process uses the servers as usual. */
  works(gateway: TestGateway): Promise<boolean>;
  /** Resolves as soon as another server can serve, or, if that is unknown, once the first has failed. */
  fail(): Promise<unknown>;
  /** The server that has the ledger afterwards. */
  databaseUrl: string;
};

/** Lets a server fail under load and compares what callers received with the ledger. */
export async function failUnderLoad({ gateways }: Installation, failure: Failure): Promise<FailureLine> {
  // A key with a limit, so that requests need leases.
  const { key, hash } = await gateways[0].newKey({ limit: 1_000, limit_reset: "monthly" });
  const load = startLoad(() => gateways, key, CALLERS);
  await sleep(LOAD_MS);
  const watches = gateways.map((gateway) => watchFor(() => failure.works(gateway)));
  await failure.fail();
  const failedMs = performance.now();
  const failures = await Promise.all(watches.map((watch) => watch.untilWorking()));
  const backAfterMs = failures.includes(undefined)
    ? undefined
    : Math.max(0, ...failures.map((lastMs) => (lastMs as number) - failedMs));
  const received = await load.stop();
  for (const gateway of gateways) await waitForLedger(gateway);
  const check = await checkLedgerAt(failure.databaseUrl, hash, received);
  return { failure: failure.name, backAfterMs, others: othersOf(received), ...check };
}

/** Polls. `untilWorking` resolves after some seconds without a failure, with the time of the last one. */
function watchFor(works: () => Promise<boolean>) {
  let lastMs = performance.now();
  let isEnded = false;
  const run = async () => {
    for (; !isEnded; await sleep(20)) if (!(await works().catch(() => false))) lastMs = performance.now();
  };
  const running = run();
  return {
    async untilWorking(): Promise<number | undefined> {
      const endsAt = performance.now() + LONGEST_MS;
      const fromMs = performance.now();
      const isQuiet = () => performance.now() - Math.max(lastMs, fromMs) > LOAD_MS;
      while (!isQuiet() && performance.now() < endsAt) await sleep(50);
      isEnded = true;
      await running;
      return isQuiet() ? lastMs : undefined;
    },
  };
}

/** Returns the parts that a process's health names as degraded. */
export async function degradedParts(url: string): Promise<string[]> {
  const { degraded } = await (await fetch(`${url}/api/health/live`)).json();
  return degraded.map(({ part }: { part: string }) => part);
}

/** A record can be written to the database. */
export async function canWrite({ call }: TestGateway): Promise<boolean> {
  return (await call("POST", "/keys", { name: "Probe" })).status === 201;
}

/** Rate limits are counted in Redis. */
export async function countsTogether({ url }: TestGateway): Promise<boolean> {
  return !(await degradedParts(url)).includes("rate_limits");
}
