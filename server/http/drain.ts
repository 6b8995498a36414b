import type { Server } from "node:http";
import type { Gateway } from "#server/gateway.ts";

const IDLE_CHECK_MS = 100;

/** Ends serving: no new connections, open answers finish within DRAIN_TIMEOUT_MS, the ledger is written, all is closed. */
export async function drain(server: Server, gateway: Gateway): Promise<void> {
  gateway.log.info({}, "draining");
  const closed = new Promise((done) => server.close(done));
  // A connection whose last answer has ended would otherwise wait for the client's next request.
  const idle = setInterval(() => server.closeIdleConnections(), IDLE_CHECK_MS);
  // What is still answering after this long is cut; its ledger rows are written all the same.
  const cut = setTimeout(() => server.closeAllConnections(), gateway.environment.DRAIN_TIMEOUT_MS);
  await closed;
  clearInterval(idle);
  clearTimeout(cut);
  await gateway.close();
}
