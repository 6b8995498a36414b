import { effortComplaint as grokComplaint } from "../chat/provider-rules.ts";
import type { Endpoint, EventStream, WireEvent } from "../endpoint.ts";
import { openai, openaiError } from "../openai/conventions.ts";
import { effortComplaint } from "../openai/model-efforts.ts";
import { encodeEvents } from "../sse.ts";
import { type Format, type Reply, textEndpoint } from "../text/endpoint.ts";
import { functionFault } from "../text/schema-fault.ts";
import { inputTokensOf } from "../text/usage.ts";
import { askOfResponses } from "./ask.ts";
import { type ItemEvent, itemEvents } from "./item-events.ts";
import { itemsOf } from "./items.ts";
import { finalStatus, responseObject } from "./response.ts";

const format: Format = {
  complaint: (body) => {
    if (typeof body.model !== "string") return "Missing required parameter: 'model'.";
    if (/-search-(preview|api)|^gpt-audio|-audio-preview|^o1-mini/.test(body.model))
      return `The requested model '${body.model}' is not supported with the Responses API.`;
    if (typeof body.max_output_tokens === "number" && body.max_output_tokens < 16)
      return "Invalid 'max_output_tokens': integer below minimum value. Expected a value >= 16.";
    const { effort } = (body.reasoning ?? {}) as { effort?: unknown };
    if (body.model.startsWith("gpt-4o") && Number(body.max_output_tokens) > 16_384)
      return "Invalid 'max_output_tokens': integer above maximum value. Expected a value <= 16384.";
    if (String(body.prompt_cache_key ?? "").length > 64)
      return "Invalid 'prompt_cache_key': string too long. Expected a string with maximum length 64.";
    if (/^gpt-[34]|^gpt-5-chat/.test(body.model) && JSON.stringify(body.include ?? []).includes("encrypted_content"))
      return "Encrypted content is not supported with this model.";
    const complaint =
      functionFault(body.tools) ??
      itemFault(body.input) ??
      effortComplaint(body.model, effort) ??
      grokComplaint(body.model, effort);
    if (complaint) return complaint;
    return body.input === undefined ? "Missing required parameter: 'input'." : undefined;
  },
  ask: askOfResponses,
  json: (reply) => responseObject(reply, reply.exchange.newId("resp_", 48), finalStatus(reply), itemsOf(reply)),
  stream: streamOf,
};

/** The beginning of an item's id; anything for types that are not listed. */
const PREFIXES: Record<string, string> = {
  message: "msg",
  function_call: "fc",
  custom_tool_call: "ctc",
  reasoning: "rs",
};

function itemFault(input: unknown): string | undefined {
  const ids = new Set<string>();
  for (const [at, { type, id }] of (Array.isArray(input) ? input : []).entries()) {
    if (id === undefined) continue;
    const prefix = PREFIXES[type ?? "message"] ?? "";
    if (!/^[\w-]+$/.test(id))
      return `Invalid 'input[${at}].id': '${id}'. Expected an ID that contains letters, numbers, underscores, or dashes, but this value contained additional characters.`;
    if (!id.startsWith(prefix))
      return `Invalid 'input[${at}].id': '${id}'. Expected an ID that begins with '${prefix}'.`;
    if (id.length > 64) return `Invalid 'input[${at}].id': string too long. Expected a string with maximum length 64.`;
    if (ids.has(id)) return `Duplicate item found with id ${id}. Remove duplicate items from your input and try again.`;
    ids.add(id);
  }
  return undefined;
}

const COUNTED = new Set(["model", "input", "instructions", "tools", "tool_choice", "parallel_tool_calls", "reasoning"]);

const countTokens: Endpoint = {
  method: "POST",
  path: /\/responses\/input_tokens$/,
  conventions: openai,
  answer: ({ request }) => {
    const body = (request.body ?? {}) as Record<string, unknown>;
    const unknown = Object.keys(body).find((name) => !COUNTED.has(name) && name !== "text");
    if (unknown) return { status: 400, json: { error: openaiError(400, "", `Unknown parameter: '${unknown}'.`) } };
    return { json: { object: "response.input_tokens", input_tokens: inputTokensOf(askOfResponses(body).turns) } };
  },
};

/** OpenAI's Responses API. */
export const responses: Endpoint[] = [countTokens, textEndpoint(/\/responses$/, openai, format)];

function streamOf(reply: Reply): EventStream {
  const id = reply.exchange.newId("resp_", 48);
  const items = itemsOf(reply);
  const status = finalStatus(reply);
  const begun = responseObject(reply, id, "in_progress", []);
  const events: ItemEvent[] = [
    { type: "response.created", response: begun },
    { type: "response.in_progress", response: begun },
    ...items.flatMap(itemEvents),
    { type: `response.${status}`, response: responseObject(reply, id, status, items) },
  ];
  return {
    events: events.map((data) => ({ data })),
    encode: numberEvents,
    errorEvents: (code, sent) => failure(reply, id, code, sent),
    unknownEvent: { data: { type: "response.future_thing.delta", output_index: 0, delta: "new" } },
  };
}

/** Names and numbers the events by their final order. */
function numberEvents(events: WireEvent[]): string[] {
  return encodeEvents(
    events.map(({ data }, index) => {
      const { type, ...rest } = data as ItemEvent;
      return { event: type, data: { type, sequence_number: index, ...rest } };
    }),
  );
}

/** Returns an `error` event, followed by `response.failed` if the stream has announced the response. */
function failure(reply: Reply, id: string, status: number, sentEvents: number): WireEvent[] {
  const { message, param, code } = openaiError(status, reply.ask.model);
  const error = { data: { type: "error", code: code ?? "server_error", message, param } };
  const failed = { ...responseObject(reply, id, "failed", []), error: { code: "server_error", message } };
  return sentEvents === 0 ? [error] : [error, { data: { type: "response.failed", response: failed } }];
}
