import type { AddressInfo } from "node:net";
import { setUpLink } from "#server/auth/set-up.ts";
import { openOnce } from "#server/find-gateway.ts";
import { drain, endAtSignals } from "#server/http/drain.ts";
import { normalizeTarget, openHttpAdapter } from "#server/http/http-adapter.ts";
import { installLastResort } from "#server/http/last-resort.ts";
import { newServer } from "#server/http/server.ts";
import { startBatchJobs } from "#server/operations/batches/jobs/start-batch-jobs.ts";
import { followConfigFile } from "#server/operations/config/file/follow-config-file.ts";
import { isWebSocket, openWebSockets } from "#server/operations/responses/websocket/serve-websockets.ts";
import { type Command, type Message, POOLED } from "./api-server-messages.ts";

// The gateway's process without its pages: only the API's HTTP adapter, on a free port, for `gateway.ts`. It serves one
// gateway, or several in turn (`pooled-gateway.ts`), which saves loading and compiling the server for each.

type Opened = Awaited<ReturnType<typeof open>>;

const tell = (message: Message) => process.send?.(message);

if (process.env[POOLED]) serveInTurn();
else {
  const { gateway, server, sockets, started } = await open().catch((error: Error) => {
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  });
  // Before the test gets the address, since it may stop the process immediately.
  endAtSignals(server, sockets, gateway);
  tell({ started });
}

// The channel closes when the test run ends, however it ends.
process.once("disconnect", () => process.exit(0));

async function open() {
  const gateway = await openOnce();
  await followConfigFile(gateway);
  await startBatchJobs(gateway);
  installLastResort(gateway);
  const server = newServer(gateway.environment, isWebSocket);
  const sockets = openWebSockets(gateway);
  server.on("upgrade", sockets.upgrade);
  const api = await openHttpAdapter(process.cwd(), { log: gateway.log, origins: gateway.environment.CORS_ORIGINS });
  server.on("request", (incoming, outgoing) => {
    normalizeTarget(incoming);
    api(incoming, outgoing);
  });
  await new Promise<void>((listening) => server.listen(gateway.environment.PORT, "127.0.0.1", listening));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { gateway, server, sockets, started: { url, setUpUrl: await setUpLink(gateway.database, url) } };
}

function serveInTurn(): void {
  let opened: Opened | undefined;
  process.on("message", async (command: Command) => {
    try {
      if (command === "close") {
        if (opened) await close(opened);
        opened = undefined;
        tell("closed");
      } else {
        for (const name of Object.keys(process.env)) delete process.env[name];
        Object.assign(process.env, command.open);
        opened = await open();
        tell({ started: opened.started });
      }
    } catch (error) {
      tell({ failed: (error as Error).stack ?? String(error) });
    }
  });
}

/** Ends a gateway as SIGTERM does, but not its process. */
async function close({ gateway, server, sockets }: Opened): Promise<void> {
  await drain(server, sockets, gateway, 0);
  const holder = globalThis as { switchboardGateway?: unknown; switchboardOpening?: unknown };
  delete holder.switchboardGateway;
  delete holder.switchboardOpening;
  for (const event of ["uncaughtException", "unhandledRejection"]) process.removeAllListeners(event);
}
