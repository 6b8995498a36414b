import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import { listenLocally } from "#tests/support/network/listen-locally.ts";

export type Recorded = { method: string; url: string; headers: IncomingHttpHeaders; body: string };

/** A local server that records each request and responds as scripted. */
export type Recorder = AsyncDisposable & { url: string; port: number; requests: Recorded[] };

export async function startRecorder(answer: (response: ServerResponse, request: Recorded) => void): Promise<Recorder> {
  const requests: Recorded[] = [];
  const server = createServer(async (incoming, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk);
    const { method = "", url = "", headers } = incoming;
    const request = { method, url, headers, body: Buffer.concat(chunks).toString("utf8") };
    requests.push(request);
    answer(response, request);
  });
  const { url, port, close } = await listenLocally(server);
  return { url, port, requests, [Symbol.asyncDispose]: close };
}

export function json(value: unknown, status = 200, headers: Record<string, string> = {}) {
  return (response: ServerResponse) => {
    response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(value));
  };
}

/** Events as `data:` lines, with an `event:` line if the event has a type and `named` is set. */
export function events(list: (Record<string, unknown> | string)[], named = false) {
  return (response: ServerResponse) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    for (const event of list) {
      if (named && typeof event !== "string") response.write(`event: ${event.type}\n`);
      response.write(`data: ${typeof event === "string" ? event : JSON.stringify(event)}\n\n`);
    }
    response.end();
  };
}
