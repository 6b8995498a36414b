import { createServer } from "node:http";
import type { Body, DialectEvent } from "#server/dialects/dialect.ts";
import { listenLocally } from "#tests/support/network/listen-locally.ts";

export type EventServer = { baseUrl: string; close(): Promise<void> };

/** Responds to every POST with the events (`stream: true`) or the response that `respond` creates from its body. */
export async function eventServer(
  respond: (body: Body) => { events: DialectEvent[]; reply(): Body },
): Promise<EventServer> {
  const server = createServer(async (request, response) => {
    const body = JSON.parse(Buffer.concat(await Array.fromAsync(request)).toString());
    const { events, reply } = respond(body);
    if (body.stream !== true) {
      response.writeHead(200, { "content-type": "application/json" });
      return response.end(JSON.stringify(reply()));
    }
    response.writeHead(200, { "content-type": "text/event-stream" });
    for (const { data } of events)
      response.write(`data: ${typeof data === "string" ? data : JSON.stringify(data)}\n\n`);
    response.end();
  });
  const { url, close } = await listenLocally(server);
  return { baseUrl: `${url}/api/v1`, close };
}
