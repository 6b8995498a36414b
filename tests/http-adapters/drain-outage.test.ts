import { connect, createServer, type Socket } from "node:net";
import { expect, test } from "vitest";
import { freePort } from "#tests/support/network/free-port.ts";
import { startGateway } from "#tests/support/servers/gateway.ts";
import { sharedPostgres } from "#tests/support/servers/shared-postgres.ts";

const postgres = sharedPostgres();

test("a process without a database exits on SIGTERM", async () => {
  const relay = await startRelay(new URL(postgres.url));
  const gateway = await startGateway({ env: { DATABASE_URL: relay.url } });
  relay.cut();
  // 1 if something was being written when the database went down. A killed process has no exit code.
  expect([0, 1]).toContain(await gateway.stop());
});

/** Forwards connections to a server until they are cut, like a failing network. */
async function startRelay(target: URL) {
  const sockets = new Set<Socket>();
  const port = await freePort();
  const server = createServer((near) => {
    const far = connect(Number(target.port), target.hostname);
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on("error", () => undefined);
    }
    near.pipe(far).pipe(near);
  });
  await new Promise<void>((listening) => server.listen(port, "127.0.0.1", listening));
  const url = new URL(target);
  url.hostname = "127.0.0.1";
  url.port = String(port);
  return {
    url: url.href,
    cut() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
