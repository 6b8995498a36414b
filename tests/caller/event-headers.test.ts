import { expect, test } from "vitest";
import { headersOfEvent } from "#server/operations/responses/websocket/event-headers.ts";

const connection = new Headers({ "user-agent": "codex_exec/0.169.0", authorization: "Bearer key" });

test("an event has the headers of its connection, and those that Codex sends as metadata", () => {
  const traceparent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
  const metadata = { "x-codex-turn-metadata": '{"turn":1}', ws_request_header_traceparent: traceparent };
  const headers = headersOfEvent(connection, { client_metadata: metadata });
  expect(Object.fromEntries(headers)).toEqual({
    ...Object.fromEntries(connection),
    "x-codex-turn-metadata": '{"turn":1}',
    traceparent,
  });
});

test.each([
  [undefined],
  ["text"],
  [{ authorization: "Bearer other", "x-api-key": "other", cookie: "session" }],
  [{ "x-codex-turn-metadata": "two\r\nlines" }],
  [{ "x-codex-turn-metadata": 7, __proto__: { traceparent: "x" } }],
])("metadata never becomes another header: %j", (metadata) => {
  expect(headersOfEvent(connection, { client_metadata: metadata })).toBe(connection);
});
