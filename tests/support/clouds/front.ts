import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { beforeAll, beforeEach } from "vitest";
import { listenLocally } from "#tests/support/network/listen-locally.ts";

/** One request as a cloud received it. */
export type CloudRequest = {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: Record<string, string>;
  /** In the order sent, names as sent. */
  rawHeaders: string[];
  raw: Buffer;
};

/** What a cloud's front does with a request: respond itself, or send it on to the model it stands before. */
export type FrontReply =
  | { status: number; json: unknown; headers?: Record<string, string> }
  | {
      /** Path at the fake upstream. */
      to: string;
      method?: string;
      body?: string | Buffer;
      /** Changes the bytes of the model's response. */
      reframe?(
        response: Response,
      ): Promise<{ headers: Record<string, string>; chunks: AsyncIterable<Uint8Array> | Uint8Array[] }>;
    };

export type CloudFront = { url: string; requests: CloudRequest[] };

/**
 * Starts a fake cloud for all tests of a file. It checks what the cloud checks (addresses, credentials, signatures), and
 * lets the fake upstream behind it respond.
 */
export function cloudFront(
  upstream: { url: string },
  answer: (request: CloudRequest, url: string) => FrontReply | Promise<FrontReply>,
): CloudFront {
  const requests: CloudRequest[] = [];
  let url = "";
  const server = createServer((incoming, response) => {
    void handle(incoming, response).catch((error: Error) => response.writeHead(599).end(String(error.stack)));
  });
  async function handle(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const request = await read(incoming);
    requests.push(request);
    const reply = await answer(request, url);
    if ("json" in reply) {
      response.writeHead(reply.status, { "content-type": "application/json", ...reply.headers });
      response.end(JSON.stringify(reply.json));
      return;
    }
    await forward(upstream.url, request, reply, response);
  }
  beforeAll(async () => {
    const local = await listenLocally(server);
    url = local.url;
    return local.close;
  });
  beforeEach(() => {
    requests.length = 0;
  });
  return {
    get url() {
      return url;
    },
    requests,
  };
}

async function read(incoming: IncomingMessage): Promise<CloudRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk);
  const { method = "GET", headers, rawHeaders, url = "/" } = incoming;
  const { searchParams } = new URL(url, "http://cloud");
  const flat = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
  return {
    method,
    path: url.split("?")[0] as string,
    query: searchParams,
    headers: flat,
    rawHeaders,
    raw: Buffer.concat(chunks),
  };
}

const PASSED = ["content-type", "anthropic-version", "anthropic-beta", "x-fault"];

async function forward(
  upstreamUrl: string,
  { method, headers, raw }: CloudRequest,
  reply: Extract<FrontReply, { to: string }>,
  response: ServerResponse,
): Promise<void> {
  const passed = Object.fromEntries(PASSED.flatMap((name) => (headers[name] ? [[name, headers[name]]] : [])));
  const sent = {
    "anthropic-version": "2023-06-01",
    ...passed,
    authorization: "Bearer key",
    "x-api-key": "key",
    "x-goog-api-key": "key",
  };
  const body = new Uint8Array(Buffer.from(reply.body ?? raw));
  const verb = reply.method ?? method;
  const answered = await fetch(upstreamUrl + reply.to, {
    method: verb,
    headers: sent,
    ...(verb === "POST" && { body }),
  });
  const reframed = answered.ok ? await reply.reframe?.(answered) : undefined;
  const type = answered.headers.get("content-type") ?? "application/json";
  response.writeHead(answered.status, reframed?.headers ?? { "content-type": type });
  try {
    for await (const chunk of reframed?.chunks ?? answered.body ?? []) response.write(chunk);
    response.end();
  } catch {
    response.destroy();
  }
}
