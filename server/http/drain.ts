import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import type { Gateway } from "#server/gateway.ts";

const IDLE_CHECK_MS = 100;
/** How long calls that were cut may take to be settled, which is a few turns of the event loop. */
const LONGEST_SETTLING_MS = 2_000;
const SETTLED_CHECK_MS = 20;

/** Between two signals that are one wish. */
const SAME_WISH_MS = 1_000;

/**
 * Drains at the first signal to end. Ctrl-C comes twice, from the terminal and from `start.mjs`, which passes signals on;
 * one that comes later ends the process at once.
 */
export function endAtSignals(server: Server, gateway: Gateway): void {
  let endingSinceMs: number | undefined;
  const end = (signal: NodeJS.Signals) => {
    const nowMs = performance.now();
    if (endingSinceMs !== undefined && nowMs - endingSinceMs > SAME_WISH_MS) process.exit(1);
    if (endingSinceMs !== undefined) return;
    endingSinceMs = nowMs;
    // Who presses Ctrl-C has no load balancer to tell.
    const leadMs = signal === "SIGTERM" ? gateway.environment.DRAIN_LEAD_MS : 0;
    void drain(server, gateway, leadMs).then(() => process.exit(0));
  };
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, end);
}

/**
 * Ends serving. For `leadMs` requests are still served, each with `Connection: close`, so that clients give up their
 * connections by themselves; then there are no new connections, open answers finish within DRAIN_TIMEOUT_MS, the ledger
 * is written, all is closed.
 */
async function drain(server: Server, gateway: Gateway, leadMs: number): Promise<void> {
  gateway.log.info({ leadMs }, "draining");
  server.prependListener("request", closeAfter);
  if (leadMs > 0) await sleep(leadMs);
  const closed = new Promise((done) => server.close(done));
  // A connection whose last answer has ended would otherwise wait for the client's next request.
  const idle = setInterval(() => server.closeIdleConnections(), IDLE_CHECK_MS);
  // What is still answering after this long is cut, as if its caller had left.
  const cut = setTimeout(() => server.closeAllConnections(), gateway.environment.DRAIN_TIMEOUT_MS);
  await closed;
  clearInterval(idle);
  clearTimeout(cut);
  await settled(gateway);
  await gateway.close();
}

/** A client whose idle connection is closed may be sending on it: it is told before that there is no next request. */
function closeAfter(_: IncomingMessage, outgoing: ServerResponse): void {
  outgoing.shouldKeepAlive = false;
}

/** Their connections are gone before the calls know of it: what they have delivered is still to be counted. */
async function settled({ ledger }: Gateway): Promise<void> {
  const endsAtMs = performance.now() + LONGEST_SETTLING_MS;
  do await sleep(SETTLED_CHECK_MS);
  while (ledger.state().begunCalls > 0 && performance.now() < endsAtMs);
}
