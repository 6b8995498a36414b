import { createServer } from "node:http";
import { connect, type Socket } from "node:net";
import { listenLocally } from "./listen-locally.ts";

/** A request for a tunnel: the host and port, and the credentials for the proxy. */
export type Tunnel = { to: string; authorization: string | undefined };

/**
 * Starts a proxy on 127.0.0.1 that opens every tunnel to `port` of this machine, whichever name it is for, or responds
 * with `status` instead.
 */
export async function startConnectProxy(port: number, status = 200) {
  const tunnels: Tunnel[] = [];
  const server = createServer((_, response) => response.writeHead(501).end());
  server.on("connect", ({ url = "", headers }, client: Socket, head: Buffer) => {
    tunnels.push({ to: url, authorization: headers["proxy-authorization"] });
    client.on("error", () => undefined);
    if (status !== 200) return client.end(`HTTP/1.1 ${status} Rejected\r\nContent-Length: 0\r\n\r\n`);
    const upstream = connect(port, "127.0.0.1", () => {
      client.write("HTTP/1.1 200 Connection established\r\n\r\n");
      upstream.write(head);
      upstream.pipe(client).pipe(upstream);
    });
    upstream.on("error", () => client.destroy());
    client.on("close", () => upstream.destroy());
  });
  return { ...(await listenLocally(server)), tunnels };
}
