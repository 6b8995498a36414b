import type { RawData } from "ws";
import { isRecord } from "#lib/is-record.ts";
import type { Gateway } from "#server/gateway.ts";
import { parseJson } from "#server/http/bodies/body.ts";
import type { Conversations } from "./conversations.ts";
import { type ErrorCode, errorEvent } from "./error-event.ts";
import { createLanes, type Lane } from "./lanes.ts";
import { type OpenSocket, runTurn } from "./run-turn.ts";

/** Codes of the closing handshake: RFC 6455, section 7.4.1. */
const NORMAL = 1000;
const GOING_AWAY = 1001;
const NOT_TEXT = 1003;
const TRY_AGAIN_LATER = 1013;

/** As OpenAI documents. */
const LONGEST_MS = 60 * 60_000;
/** Shorter than the idle timeout of proxies. */
const PING_MS = 30_000;
/** How many pings a client may ignore while it receives a response. Between responses, some clients read nothing. */
const MAX_IGNORED = 2;

const STREAM_ID = /^[\w.-]{1,256}$/;

export type Connection = { drain(): void; closeIdle(): void; cut(): void };

/** Serves one connection until it closes, and then calls `closed`. */
export function serveConnection(
  gateway: Gateway,
  conversations: Conversations,
  open: OpenSocket,
  closed: () => void,
): Connection {
  const { socket, stream } = open;
  const turns = new Set<AbortController>();
  const arriving = gateway.bodies.open();
  const openedMs = performance.now();
  let isDraining = false;
  let ignored = 0;
  let reading: Promise<void> = Promise.resolve();
  const lanes = createLanes(() => (isDraining ? closeIdle() : closeExpired()));

  const reject = (
    code: ErrorCode,
    message: string,
    more: { status?: number; param?: string; streamId?: string } = {},
  ) => {
    if (socket.readyState === socket.OPEN) socket.send(errorEvent({ status: 400, code, message, ...more }));
  };
  const isExpired = () => performance.now() - openedMs >= LONGEST_MS;
  const closeIdle = () => void (lanes.pending() === 0 && socket.close(GOING_AWAY, "The server is shutting down"));
  const closeExpired = () => {
    if (!isExpired() || lanes.pending() > 0) return;
    reject("websocket_connection_limit_reached", EXPIRED);
    socket.close(NORMAL, "The connection has been open for 60 minutes");
  };

  async function read(bytes: Buffer): Promise<void> {
    const event = await eventOf(bytes);
    if (event instanceof Error) return reject("invalid_json", event.message);
    // An acknowledgement that some versions of Codex send.
    if (event.type === "response.processed") return;
    const { stream_id: streamId } = event;
    if (!isStreamId(streamId)) return reject("invalid_stream_id", INVALID_STREAM_ID, { param: "stream_id" });
    const named = streamId === undefined ? {} : { streamId };
    if (event.type !== "response.create") return reject("invalid_event", UNKNOWN_EVENT, { param: "type", ...named });
    if (isExpired()) return reject("websocket_connection_limit_reached", EXPIRED, named);
    const lane = lanes.open(streamId);
    if (!lane) return reject("websocket_stream_limit_reached", TOO_MANY_STREAMS, { param: "stream_id", ...named });
    if (!lanes.run(lane, () => run(event, lane, bytes.byteLength)))
      reject("rate_limit_exceeded", "Too many requests are waiting on this connection", { status: 429, ...named });
  }

  async function run(event: Record<string, unknown>, lane: Lane, sizeBytes: number): Promise<void> {
    if (socket.readyState !== socket.OPEN) return;
    const turn = new AbortController();
    turns.add(turn);
    try {
      await runTurn(gateway, conversations, open, { event, lane, sizeBytes, signal: turn.signal });
    } catch (error) {
      gateway.log.error({ error }, "a response could not be sent on a WebSocket");
      socket.terminate();
    }
    turns.delete(turn);
  }

  stream.on("data", ({ byteLength }: Buffer) => {
    if (!arriving.add(byteLength)) socket.close(TRY_AGAIN_LATER, "Too many large requests are in progress");
  });
  socket.on("message", (data: RawData, isBinary: boolean) => {
    ignored = 0;
    arriving.release();
    if (isBinary) return socket.close(NOT_TEXT, "Events are text frames");
    reading = reading.then(() => read(data as Buffer));
  });
  socket.on("pong", () => {
    ignored = 0;
  });
  // A frame that is too large or malformed: the library closes the connection with the right code.
  socket.on("error", () => undefined);
  const ping = setInterval(() => {
    closeExpired();
    if (lanes.pending() > 0 && ignored >= MAX_IGNORED) return socket.terminate();
    ignored++;
    if (socket.readyState === socket.OPEN) socket.ping();
  }, PING_MS);
  socket.on("close", () => {
    clearInterval(ping);
    arriving.release();
    for (const turn of turns) turn.abort();
    for (const id of lanes.latest()) conversations.drop(open.id, id);
    closed();
  });

  return {
    drain() {
      isDraining = true;
    },
    closeIdle,
    cut: () => socket.terminate(),
  };
}

async function eventOf(bytes: Buffer): Promise<Record<string, unknown> | Error> {
  try {
    const event = await parseJson(bytes);
    return isRecord(event) ? event : new Error("An event must be a JSON object");
  } catch (error) {
    return error as Error;
  }
}

function isStreamId(value: unknown): value is string | undefined {
  return value === undefined || (typeof value === "string" && STREAM_ID.test(value));
}

const UNKNOWN_EVENT = "Only `response.create` events are supported";
const EXPIRED =
  "Responses websocket connection limit reached (60 minutes). Create a new websocket connection to continue.";
const INVALID_STREAM_ID =
  "`stream_id` must have 1 to 256 characters: letters, digits, underscores, hyphens and periods";
const TOO_MANY_STREAMS = "This connection has reached its maximum of 32 stream ids; reuse one or open a new connection";
