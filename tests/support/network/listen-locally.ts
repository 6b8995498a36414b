import type { Server } from "node:http";
import type { AddressInfo } from "node:net";

export type LocalServer = { port: number; url: string; close(): Promise<void> };

/** Starts a server on this port of 127.0.0.1, or on a free one. `close` also ends its open connections. */
export async function listenLocally(server: Server, port = 0): Promise<LocalServer> {
  await new Promise<void>((listening, failed) => {
    server.once("error", failed);
    server.listen(port, "127.0.0.1", listening);
  });
  const address = server.address() as AddressInfo;
  return {
    port: address.port,
    url: `http://127.0.0.1:${address.port}`,
    async close() {
      const closed = new Promise((done) => server.close(done));
      server.closeAllConnections();
      await closed;
    },
  };
}
