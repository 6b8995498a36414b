import { createServer, type IncomingMessage, type ServerResponse, request as send } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { readBody } from "#tests/support/upstream/recorded-request.ts";

/** A request that an agent sent to the gateway. */
export type TappedRequest = {
  method: string;
  path: string;
  headers: IncomingMessage["headers"];
  body: unknown;
  /** Undefined while there is no response. */
  status: number | undefined;
};

export type Tap = {
  url: string;
  requests: TappedRequest[];
  /** Connections that became WebSockets. */
  upgrades: number;
  /** Hosts that the agent wanted to reach through its proxy, which lets nothing through. */
  otherHosts: Set<string>;
  close(): Promise<void>;
};

/** Starts a proxy between an agent and the gateway at `target`. It is the agent's HTTP proxy for other hosts, too. */
export async function startTap(target: string): Promise<Tap> {
  const { hostname, port } = new URL(target);
  const tap = { url: "", requests: [] as TappedRequest[], upgrades: 0, otherHosts: new Set<string>() };
  const sockets = new Set<Socket>();
  const server = createServer((incoming, response) => {
    if (!incoming.url?.startsWith("/")) return refuse(tap.otherHosts, incoming, response);
    void pass(tap.requests, { hostname, port }, incoming, response);
  });
  server.on("connection", (socket) => {
    sockets.add(socket);
    // Agents end abruptly.
    socket.on("error", () => socket.destroy());
    socket.once("close", () => sockets.delete(socket));
  });
  server.on("connect", ({ url = "" }, socket) => {
    socket.on("error", () => socket.destroy());
    tap.otherHosts.add(url.replace(/:\d+$/, ""));
    socket.end("HTTP/1.1 403 Forbidden\r\n\r\n");
  });
  server.on("upgrade", (incoming, socket, head) => {
    tap.upgrades += 1;
    tunnel({ hostname, port }, incoming, socket as Socket, head);
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  tap.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const close = async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((closed) => server.close(closed));
  };
  return Object.assign(tap, { close });
}

type Target = { hostname: string; port: string };

function refuse(otherHosts: Set<string>, { url = "" }: IncomingMessage, response: ServerResponse): void {
  otherHosts.add(URL.canParse(url) ? new URL(url).hostname : url);
  response.writeHead(403).end();
}

async function pass(requests: TappedRequest[], target: Target, incoming: IncomingMessage, response: ServerResponse) {
  incoming.on("error", () => response.destroy());
  const raw = (await readBody(incoming)) ?? Buffer.alloc(0);
  const { method = "GET", url: path = "/", headers } = incoming;
  const record: TappedRequest = { method, path, headers, body: parseBody(raw), status: undefined };
  requests.push(record);
  const onward = send({ ...target, method, path, headers: { ...headers, host: `${target.hostname}:${target.port}` } });
  onward.on("error", () => response.destroy());
  response.on("close", () => onward.destroy());
  onward.on("response", (answer) => {
    record.status = answer.statusCode;
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
  });
  onward.end(raw);
}

function parseBody(raw: Buffer): unknown {
  try {
    return JSON.parse(raw.toString());
  } catch {
    return undefined;
  }
}

function tunnel({ hostname, port }: Target, incoming: IncomingMessage, socket: Socket, head: Buffer): void {
  const onward = connect(Number(port), hostname);
  const lines = [`${incoming.method} ${incoming.url} HTTP/1.1`];
  for (let at = 0; at < incoming.rawHeaders.length; at += 2)
    lines.push(`${incoming.rawHeaders[at]}: ${incoming.rawHeaders[at + 1]}`);
  onward.write(`${lines.join("\r\n")}\r\n\r\n`);
  onward.write(head);
  onward.pipe(socket).pipe(onward);
  for (const end of [onward, socket]) end.on("error", () => void [onward, socket].map((one) => one.destroy()));
}
