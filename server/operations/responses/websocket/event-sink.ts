import type { Duplex } from "node:stream";
import { createParser } from "eventsource-parser";
import type { WebSocket } from "ws";
import { isRecord } from "#lib/is-record.ts";
import type { Sink } from "#server/api-response.ts";
import { waitForDrain } from "#server/http/wait-for-drain.ts";
import { parseJsonText } from "#server/json/shallow-json.ts";

/** A sink for one response. `final`: returns the response object of its last event; undefined until it has ended. */
export type EventSink = Sink & { final(): Record<string, unknown> | undefined };

/** The end of a response that another one can continue. */
const ENDED = /"type":\s*"response\.(?:completed|incomplete)"/;

/**
 * Sends the events of a stream as text frames, without their framing as server-sent events. `stream` is the socket's
 * connection, and `streamId` is added to each event if the request named one.
 */
export function createEventSink(socket: WebSocket, stream: Duplex, streamId: string | undefined): EventSink {
  const decoder = new TextDecoder();
  let final: Record<string, unknown> | undefined;
  const parser = createParser({
    onEvent({ data }) {
      if (data === "[DONE]") return;
      if (ENDED.test(data)) final = responseOf(data) ?? final;
      if (socket.readyState === socket.OPEN) socket.send(streamId === undefined ? data : addStreamId(data, streamId));
    },
  });
  return {
    write(chunk) {
      parser.feed(typeof chunk === "string" ? chunk : decoder.decode(chunk, { stream: true }));
      return stream.destroyed || !stream.writableNeedDrain;
    },
    drained: () => waitForDrain(stream),
    final: () => final,
  };
}

function responseOf(data: string): Record<string, unknown> | undefined {
  const event: unknown = parseJsonText(data);
  return isRecord(event) && isRecord(event.response) ? event.response : undefined;
}

/** Every event is an object with at least a type. A stream id needs no escapes. */
function addStreamId(data: string, streamId: string): string {
  return `{"stream_id":"${streamId}",${data.slice(data.indexOf("{") + 1)}`;
}
