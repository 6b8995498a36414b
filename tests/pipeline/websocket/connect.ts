import { once } from "node:events";
import { WebSocket } from "ws";
import type { TestGateway } from "#tests/support/servers/gateway.ts";
import type { Event } from "../calling.ts";

type Connecting = { key?: string | null; headers?: Record<string, string>; path?: string };

/** A client of the gateway's WebSocket that reads one event after the other. */
export type Client = {
  socket: WebSocket;
  send(event: unknown): void;
  /** Returns the next event. */
  next(): Promise<Event>;
  /** Returns the events up to one that ends a response or is an error. */
  turn(event: unknown): Promise<Event[]>;
  /** Resolves with the code and reason of the closing handshake. */
  closed: Promise<{ code: number; reason: string }>;
};

export async function connect(
  { url, managementKey }: Pick<TestGateway, "url" | "managementKey">,
  { key = managementKey, headers = {}, path = "/api/v1/responses" }: Connecting = {},
): Promise<Client> {
  const socket = new WebSocket(`${url.replace("http", "ws")}${path}`, {
    headers: { ...(key && { authorization: `Bearer ${key}` }), ...headers },
  });
  const received: Event[] = [];
  let notify = () => {};
  socket.on("message", (data) => {
    received.push(JSON.parse(String(data)));
    notify();
  });
  const closed = once(socket, "close").then(([code, reason]) => ({ code, reason: String(reason) }));
  void closed.then(() => notify());
  await once(socket, "open");
  socket.on("error", () => undefined);
  const next = async (): Promise<Event> => {
    while (received.length === 0) {
      if (socket.readyState === WebSocket.CLOSED) throw new Error("the connection was closed");
      await new Promise<void>((came) => {
        notify = came;
      });
    }
    return received.shift();
  };
  const send = (event: unknown) => socket.send(typeof event === "string" ? event : JSON.stringify(event));
  return {
    socket,
    send,
    next,
    closed,
    async turn(event) {
      send(event);
      const events = [await next()];
      while (!END.test(events.at(-1).type)) events.push(await next());
      return events;
    },
  };
}

const END = /^(?:error|response\.(?:completed|incomplete|failed))$/;

/** Returns the status and body with which a handshake is rejected. */
export async function rejection(
  gateway: Pick<TestGateway, "url" | "managementKey">,
  connecting: Connecting,
): Promise<{ status: number; body: Event }> {
  const { key = gateway.managementKey, headers = {}, path = "/api/v1/responses" } = connecting;
  const socket = new WebSocket(`${gateway.url.replace("http", "ws")}${path}`, {
    headers: { ...(key && { authorization: `Bearer ${key}` }), ...headers },
  });
  socket.on("error", () => undefined);
  const [, response] = await once(socket, "unexpected-response");
  const text = await response.toArray().then((chunks: Buffer[]) => Buffer.concat(chunks).toString());
  return { status: response.statusCode, body: JSON.parse(text) };
}
