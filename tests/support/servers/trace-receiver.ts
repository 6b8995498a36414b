import { createServer, type IncomingHttpHeaders } from "node:http";
import { listenLocally } from "#tests/support/network/listen-locally.ts";

export type ReceivedTrace = { method: string; path: string; headers: IncomingHttpHeaders; body: Buffer };
/** The receiver's response to a request: a status, alone or with headers. */
export type TraceResponse = number | { status: number; headers: Record<string, string> };

/** An HTTP server on 127.0.0.1 that records requests and sends what `respond` returns, 200 by default. */
export async function startTraceReceiver() {
  const received: ReceivedTrace[] = [];
  const accepted: ReceivedTrace[] = [];
  const state: { respond(request: ReceivedTrace): TraceResponse | Promise<TraceResponse> } = { respond: () => 200 };
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    const { method = "", url: path = "", headers } = request;
    const one = { method, path, headers, body: Buffer.concat(chunks) };
    received.push(one);
    const answer = await state.respond(one);
    const { status, headers: more } = typeof answer === "number" ? { status: answer, headers: {} } : answer;
    if (status < 300) accepted.push(one);
    response.writeHead(status, more).end();
  });
  const { url, close } = await listenLocally(server);
  return {
    url,
    received,
    /** Requests that got a status below 300. */
    accepted,
    respondWith(respond: typeof state.respond) {
      state.respond = respond;
    },
    close,
  };
}

export type TraceReceiver = Awaited<ReturnType<typeof startTraceReceiver>>;

/** Returns the requests in the webhook batches that a receiver accepted. */
export function eventsOf(list: readonly ReceivedTrace[]) {
  return list.flatMap(({ body }) => JSON.parse(body.toString()).data);
}
