import { setTimeout as sleep } from "node:timers/promises";
import type { TestGateway } from "../servers/gateway.ts";

/**
 * Waits until the ledger has every finished call: reading the list writes what is waiting. A process that is not back yet
 * responds with an error, so the request is repeated. Throws after a minute.
 */
export async function waitForLedger({ call }: Pick<TestGateway, "call">): Promise<void> {
  for (const endsAtMs = performance.now() + 60_000; performance.now() < endsAtMs; await sleep(250))
    if ((await call("GET", "/generations?limit=1")).status === 200) return;
  throw new Error("the ledger was not written within a minute");
}
