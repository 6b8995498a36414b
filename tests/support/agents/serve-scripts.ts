import { readFileSync } from "node:fs";
import { createServer, request } from "node:http";
import { listenLocally } from "#tests/support/network/listen-locally.ts";

/** Serves the scripts of the Connect pages, as the console does, in front of a gateway without pages. */
export async function serveScripts(gatewayUrl: string): Promise<{ url: string; close(): Promise<void> }> {
  const server = createServer((incoming, outgoing) => {
    const script = /^\/connect\/([\w-]+\.mjs)$/.exec(incoming.url ?? "")?.[1];
    if (script) return void outgoing.end(readFileSync(`public/connect/${script}`));
    const { hostname, port } = new URL(gatewayUrl);
    const { url: path = "/", method, headers } = incoming;
    const forwarded = request({ hostname, port, path, method, headers }, (response) => {
      outgoing.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(outgoing);
    });
    forwarded.once("error", () => outgoing.destroy());
    incoming.pipe(forwarded);
  });
  return listenLocally(server);
}
