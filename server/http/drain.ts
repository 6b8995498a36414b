import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import type { Gateway } from "#server/gateway.ts";
import type { UpgradedConnections } from "./upgraded-connections.ts";

const IDLE_CHECK_MS = 100;
/** How long disconnected requests may take to settle; they need a few turns of the event loop. */
const LONGEST_SETTLING_MS = 2_000;
const SETTLED_CHECK_MS = 20;

/** Running jobs, the ledger and the database's last writes take seconds on a slow disk. */
const LONGEST_CLOSING_MS = 20_000;

/** Two signals within this time count as one. */
const SAME_SIGNAL_MS = 1_000;

/**
 * Drains the server at the first signal. Ctrl-C arrives twice, from the terminal and from `start.mjs`, which forwards
 * signals. A later second signal exits immediately.
 */
export function endAtSignals(server: Server, upgraded: UpgradedConnections, gateway: Gateway): void {
  let endingSinceMs: number | undefined;
  const end = (signal: NodeJS.Signals) => {
    const nowMs = performance.now();
    if (endingSinceMs !== undefined && nowMs - endingSinceMs > SAME_SIGNAL_MS) process.exit(1);
    if (endingSinceMs !== undefined) return;
    endingSinceMs = nowMs;
    // Ctrl-C comes from a terminal, so no load balancer must be notified.
    const leadMs = signal === "SIGTERM" ? gateway.environment.DRAIN_LEAD_MS : 0;
    void drain(server, upgraded, gateway, leadMs).then(
      () => process.exit(0),
      (error: unknown) => {
        gateway.log.error({ error }, "exiting although some parts could not be closed");
        process.exit(1);
      },
    );
  };
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, end);
}

/**
 * Stops serving. For `leadMs`, requests are still served with `Connection: close`, so that clients close their
 * connections. Then new connections are rejected, requests that wait for a rate limit end with 503, open responses
 * finish within DRAIN_TIMEOUT_MS, the ledger is written, and everything is closed.
 */
export async function drain(
  server: Server,
  upgraded: UpgradedConnections,
  gateway: Gateway,
  leadMs: number,
): Promise<void> {
  gateway.log.info({ leadMs }, "draining");
  server.prependListener("request", closeAfter);
  upgraded.drain();
  if (leadMs > 0) await sleep(leadMs);
  gateway.rateLimits.drain();
  const closed = new Promise((done) => server.close(done));
  // Otherwise a connection whose last response has ended would wait for the client's next request.
  const idle = setInterval(() => closeIdle(server, upgraded), IDLE_CHECK_MS);
  // Responses still open after this time are cut, as if their callers had disconnected.
  const cut = setTimeout(() => closeAll(server, upgraded), gateway.environment.DRAIN_TIMEOUT_MS);
  await closed;
  clearInterval(idle);
  clearTimeout(cut);
  await waitForSettling(gateway);
  await closeInTime(gateway);
}

function closeIdle(server: Server, upgraded: UpgradedConnections): void {
  server.closeIdleConnections();
  upgraded.closeIdle();
}

function closeAll(server: Server, upgraded: UpgradedConnections): void {
  server.closeAllConnections();
  upgraded.closeAll();
}

/**
 * Kills the process after `LONGEST_CLOSING_MS`, or its data folder would stay in use. `process.exit` would wait for a
 * thread that never ends.
 */
async function closeInTime(gateway: Gateway): Promise<void> {
  const timer = setTimeout(() => {
    gateway.log.error({ afterMs: LONGEST_CLOSING_MS }, "killing the process because it did not close in time");
    process.kill(process.pid, "SIGKILL");
  }, LONGEST_CLOSING_MS);
  try {
    await gateway.close();
  } finally {
    clearTimeout(timer);
  }
}

/** A client might send on an idle connection while it is closed, so tell clients first not to reuse it. */
function closeAfter(_: IncomingMessage, outgoing: ServerResponse): void {
  outgoing.shouldKeepAlive = false;
}

/** Waits for requests to notice that their connections closed, so that what they delivered is still counted. */
async function waitForSettling({ ledger }: Gateway): Promise<void> {
  const endsAtMs = performance.now() + LONGEST_SETTLING_MS;
  do await sleep(SETTLED_CHECK_MS);
  while (ledger.state().begunCalls > 0 && performance.now() < endsAtMs);
}
