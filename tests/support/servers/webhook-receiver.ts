import { readFileSync } from "node:fs";
import type { IncomingHttpHeaders } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { Agent } from "undici";

export type Received = { headers: IncomingHttpHeaders; body: string };

const pem = (name: string) => readFileSync(new URL(`../tls/receiver-${name}.pem`, import.meta.url), "utf8");

/** An HTTPS server on 127.0.0.1 that records requests and responds with `statuses` in turn, repeating the last one. */
export async function startReceiver(statuses: readonly number[]) {
  const received: Received[] = [];
  const server = createServer({ key: pem("key"), cert: pem("certificate") }, async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    received.push({ headers: request.headers, body: Buffer.concat(chunks).toString() });
    const status = statuses[Math.min(received.length, statuses.length) - 1] as number;
    response.writeHead(status, status === 302 ? { location: "/elsewhere" } : {}).end("thanks");
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  // Trusts only the server's own certificate.
  const dispatcher = new Agent({ connect: { ca: pem("certificate") } });
  return {
    url: `https://localhost:${(server.address() as AddressInfo).port}/hook?a=1`,
    received,
    dispatcher,
    async close() {
      await dispatcher.close();
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}
