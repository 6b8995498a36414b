import type { EventStream, WireEvent } from "../endpoint.ts";
import { askOfResponses } from "../responses/ask.ts";
import { encodeEvents } from "../sse.ts";
import type { Ask } from "../text/ask.ts";
import { type Format, type Reply, textEndpoint } from "../text/endpoint.ts";
import { wordPieces } from "../text/pieces.ts";
import { complaint } from "./complaint.ts";
import { agentError, perplexity } from "./conventions.ts";
import { type AgentItem, itemsOf } from "./items.ts";
import { finalStatus, responseObject } from "./response.ts";

type AgentEvent = Record<string, unknown> & { type: string };

const format: Format = {
  complaint,
  ask: askOfAgent,
  json: (reply) => responseObject(reply, reply.exchange.newId("resp_", 32), finalStatus(reply), itemsOf(reply)),
  stream: streamOf,
};

/** Perplexity's Agent API, as the types of its SDK and its guide to migrating from Sonar describe it. */
export const perplexityAgent = textEndpoint(/\/v1\/agent$/, perplexity, format);

/** Its requests are those of the Responses API, except for the response format. */
function askOfAgent(body: Record<string, unknown>): Ask {
  const { json_schema: format } = (body.response_format ?? {}) as { json_schema?: { schema?: unknown } };
  const choice = body.tool_choice as { name?: string } | undefined;
  const ask = askOfResponses(body);
  return {
    ...ask,
    wantsThinking: ask.wantsThinking && (body.reasoning as { effort?: string }).effort !== "minimal",
    ...(format && { schema: format.schema }),
    ...(choice?.name && { toolChoice: { name: choice.name } }),
  };
}

/** There is no line with the event's name, no `[DONE]`, and a call comes whole with its item. */
function streamOf(reply: Reply): EventStream {
  const id = reply.exchange.newId("resp_", 32);
  const items = itemsOf(reply);
  const status = finalStatus(reply);
  const begun = responseObject(reply, id, "in_progress", []);
  const events: AgentEvent[] = [
    { type: "response.created", response: begun },
    { type: "response.in_progress", response: begun },
    ...thoughtEvents(reply),
    ...items.flatMap(itemEvents),
    { type: `response.${status}`, response: responseObject(reply, id, status, items) },
  ];
  return {
    events: events.map((data) => ({ data })),
    encode: numberEvents,
    errorEvents: (code) => [{ data: { type: "response.failed", error: agentError(code) } }],
    unknownEvent: { data: { type: "response.unknown", output_index: 0 } },
  };
}

function thoughtEvents({ answer: { thinking, search } }: Reply): AgentEvent[] {
  const { query = "", url, title, quote } = search ?? {};
  const results = [{ id: 1, url, title, snippet: quote, source: "web" }];
  return [
    ...(thinking || search ? [{ type: "response.reasoning.started", ...(thinking && { thought: thinking }) }] : []),
    ...(search ? [{ type: "response.reasoning.search_queries", queries: [query] }] : []),
    ...(search ? [{ type: "response.reasoning.search_results", results }] : []),
    ...(thinking || search ? [{ type: "response.reasoning.stopped" }] : []),
  ];
}

function itemEvents(item: AgentItem, output_index: number): AgentEvent[] {
  const added = item.type === "message" ? { ...item, status: "in_progress", content: [] } : item;
  return [
    { type: "response.output_item.added", output_index, item: added },
    ...(item.type === "message" ? textEvents(item, output_index) : []),
    { type: "response.output_item.done", output_index, item },
  ];
}

function textEvents(item: AgentItem, output_index: number): AgentEvent[] {
  const [{ text }] = item.content as [{ text: string }];
  const at = { item_id: item.id, output_index, content_index: 0 };
  return [
    ...wordPieces(text).map((delta) => ({ type: "response.output_text.delta", ...at, delta })),
    { type: "response.output_text.done", ...at, text },
  ];
}

function numberEvents(events: WireEvent[]): string[] {
  return encodeEvents(
    events.map(({ data }, index) => {
      const { type, ...rest } = data as AgentEvent;
      return { data: { type, sequence_number: index, ...rest } };
    }),
  );
}
