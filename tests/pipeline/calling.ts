import { request } from "node:http";
import type { Body } from "#server/dialects/dialect.ts";
import type { TestGateway } from "#tests/support/servers/gateway.ts";

export type DialectName = "responses" | "messages" | "chat";

export const PATHS: Record<DialectName, string> = {
  responses: "/responses",
  messages: "/messages",
  chat: "/chat/completions",
};

/** A small request body of a dialect, with one message. */
export function saying(dialect: DialectName, model: string, text: string, more: Body = {}): Body {
  const turn = dialect === "responses" ? { input: text } : { messages: [{ role: "user", content: text }] };
  return { model, ...turn, ...more };
}

export type Streamed = {
  status: number;
  headers: Headers;
  /** Every byte of the stream. */
  text: string;
  /** The parsed data of each event; `[DONE]` as text. */
  events: Event[];
};
/** The parsed parts of an event: tests read every shape. */
export type Event = ReturnType<typeof JSON.parse>;

type Options = { key?: string; headers?: Record<string, string> };

/** Calls a text endpoint for a stream and reads it to its end. */
export async function streamOf(
  gateway: TestGateway,
  dialect: DialectName,
  body: Body,
  options: Options = {},
): Promise<Streamed> {
  const { status, headers, text } = await post(gateway, dialect, { ...body, stream: true }, options);
  return { status, headers, text, events: eventsIn(text) };
}

/** Calls a text endpoint and returns the response unchanged. */
export async function post(gateway: TestGateway, dialect: DialectName, body: Body, { key, headers }: Options = {}) {
  const response = await fetch(`${gateway.url}/api/v1${PATHS[dialect]}`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      authorization: `Bearer ${key ?? gateway.managementKey}`,
      ...headers,
    },
    body: JSON.stringify(body),
  });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

export function eventsIn(text: string): Event[] {
  return text
    .split(/\r?\n/)
    .filter((line) => line.startsWith("data:"))
    .map((line) => line.slice(5).trim())
    .map((data) => (data === "[DONE]" ? data : JSON.parse(data)));
}

/** The text that a stream of any dialect delivered. */
export function textIn(events: Event[]): string {
  return events
    .map((event) => {
      if (event.type === "response.output_text.delta") return event.delta;
      if (event.type === "content_block_delta") return event.delta.text ?? "";
      return event.choices?.[0]?.delta?.content ?? "";
    })
    .join("");
}

/** Returns the text of a whole response in any dialect. */
export function textOf(reply: Event): string {
  const blocks = reply.output?.flatMap((item: Event) => item.content ?? []) ?? reply.content;
  if (blocks) return blocks.map((block: Event) => block.text ?? "").join("");
  return reply.choices[0].message.content ?? "";
}

/** Returns whether the stream ends like the dialect's complete responses. */
export function looksFinished(dialect: DialectName, events: Event[]): boolean {
  if (events.some((event) => event.error || event.type === "error" || event.type === "response.failed")) return false;
  if (dialect === "messages") return events.at(-1)?.type === "message_stop";
  if (dialect === "chat") return events.some((event) => event.choices?.[0]?.finish_reason);
  return events.some(({ type }) => type === "response.completed" || type === "response.incomplete");
}

/** Returns the error in a stream, if any: status or code, and message. */
export function errorIn(events: Event[]): { code: unknown; message: string } | undefined {
  const event = events.find((one) => one.error || one.type === "error" || one.type === "response.failed");
  return event?.error ?? event?.response?.error ?? event;
}

/** Returns the ledger's record of the request with these response headers. */
export async function recordOf(gateway: TestGateway, headers: Headers): Promise<Event> {
  const id = headers.get("x-generation-id");
  const { status, body } = await gateway.call("GET", `/generation?id=${id}`);
  if (status !== 200) throw new Error(`no record of ${id}: ${JSON.stringify(body)}`);
  return body.data;
}

/** A request that can be aborted. `headers` resolves when they arrive, `chunk` at the first bytes of the body. */
export function leaving(gateway: TestGateway, dialect: DialectName, body: Body, requestId = "left") {
  const outgoing = request(`${gateway.url}/api/v1${PATHS[dialect]}`, {
    method: "POST",
    agent: false,
    headers: {
      "content-type": "application/json",
      authorization: `Bearer ${gateway.managementKey}`,
      "x-request-id": requestId,
    },
  });
  const chunk = new Promise<Headers>((came) => {
    outgoing.once("response", (response) => {
      response.on("error", () => undefined);
      const headers = new Headers(response.headers as Record<string, string>);
      response.once("data", () => came(headers));
    });
  });
  outgoing.on("error", () => undefined);
  outgoing.end(JSON.stringify(body));
  return { chunk, leave: () => outgoing.destroy() };
}

/** Waits until a condition is true, for at most 30 seconds. */
export async function until<T>(look: () => T | Promise<T>, what: string): Promise<NonNullable<T>> {
  for (const endsAt = Date.now() + 30_000; Date.now() < endsAt; ) {
    const found = await look();
    if (found) return found;
    await new Promise((done) => setTimeout(done, 10));
  }
  throw new Error(`never happened: ${what}`);
}
