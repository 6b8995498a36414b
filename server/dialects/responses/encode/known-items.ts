import { isRecord } from "#lib/is-record.ts";
import type { Body, DialectEvent } from "#server/dialects/dialect.ts";
import { parseJson } from "#server/dialects/parse-json.ts";
import { recordsOf, textOf } from "#server/dialects/read-field.ts";
import { OWN_SERVER } from "#server/dialects/server-call.ts";
import { withNumbersOf } from "#server/json/exact-numbers.ts";

// A published agent sends every item of a response back, but only the types that its schema has for responses, which
// lack `mcp_call`. Of the types that it has, one carries a result as text; of the other only the names come back.

const PAGE = "openrouter:web_fetch";
const CALL = "openrouter:mcp";
const NOT_SENT_BACK = "The client did not send the result of this call back.";

/** Returns a response object whose calls of server tools have item types that such an agent sends back. */
export function withKnownItems(response: Body): Body {
  const { output } = response;
  if (!Array.isArray(output) || !output.some(isCall)) return response;
  return withNumbersOf(response, {
    ...response,
    output: output.map((item) => (isCall(item) ? knownItem(item) : item)),
  });
}

/** Does the same for the item and the response object in a stream event. */
export function withKnownItemsInEvent(event: DialectEvent): DialectEvent {
  const { data } = event;
  if (!isRecord(data)) return event;
  if (isCall(data.item)) return { ...event, data: { ...data, item: knownItem(data.item) } };
  return isRecord(data.response) ? { ...event, data: { ...data, response: withKnownItems(data.response) } } : event;
}

/** Returns a request's input with these items converted back to the calls that they stand for. */
export function withCallItems(input: unknown): unknown {
  if (!Array.isArray(input) || !recordsOf(input).some(({ type }) => type === PAGE || type === CALL)) return input;
  return input.map((item) => (isRecord(item) ? callItem(item) : item));
}

function isCall(item: unknown): item is Body {
  return isRecord(item) && item.type === "mcp_call";
}

function knownItem(item: Body): Body {
  const { id, server_label: server, name } = item;
  const status = item.status === "in_progress" ? item.status : "completed";
  if (server !== OWN_SERVER || name !== "web_fetch") {
    return { ...item, type: CALL, status, serverLabel: server, toolName: name };
  }
  const input = parseJson(textOf(item.arguments) || "{}");
  const [url, content, error] = [
    isRecord(input) ? textOf(input.url) : undefined,
    textOf(item.output),
    textOf(item.error),
  ];
  return { type: PAGE, id, status, ...(url && { url }), ...(content && { content }), ...(error && { error }) };
}

function callItem(item: Body): Body {
  if (item.type === PAGE) {
    const { id, url, content, error } = item;
    const call = {
      type: "mcp_call",
      id,
      server_label: OWN_SERVER,
      name: "web_fetch",
      arguments: JSON.stringify({ url }),
    };
    return error === undefined ? { ...call, output: content ?? "" } : { ...call, error };
  }
  if (item.type !== CALL) return item;
  const { serverLabel, toolName, ...rest } = item;
  return { output: NOT_SENT_BACK, ...rest, type: "mcp_call", server_label: serverLabel, name: toolName };
}
