import { isRecord } from "#lib/is-record.ts";
import type { Body, Observation } from "../dialect.ts";
import { finishOf } from "../finish-reason.ts";
import { recordsOf, textOf } from "../read-field.ts";
import { emptyResponse, statusOf } from "../stream-failure.ts";

/** Reads one chunk of an upstream that speaks chat completions. */
export function observeEvent(event: Body): Observation {
  return observe(event, "delta");
}

/** Reads a whole completion. */
export function observeResponse(response: Body): Observation {
  const seen = observe(response, "message");
  return seen.error || recordsOf(response.choices).length > 0 ? seen : { error: emptyResponse(response) };
}

// Runs for every event of every stream, so it makes one pass without intermediate lists.
function observe(body: Body, field: "delta" | "message"): Observation {
  let text = "";
  let hasContent = false;
  let toolCalls = 0;
  let finish: string | undefined;
  let error = isRecord(body.error) ? body.error : undefined;
  for (const choice of recordsOf(body.choices)) {
    finish ??= finishOf(choice.finish_reason);
    if (!error && isRecord(choice.error)) error = choice.error;
    if (!error && FAILURES.has(finish)) error = FAILED;
    const message = choice[field];
    if (!isRecord(message)) continue;
    text += textIn(message);
    hasContent ||= hasMore(message);
    toolCalls += callsIn(message);
  }
  return {
    id: textOf(body.id),
    model: textOf(body.model),
    content: text !== "" || hasContent || undefined,
    toolCalls: toolCalls || undefined,
    text: text === "" ? undefined : text,
    usage: usageOf(body),
    serviceTier: textOf(body.service_tier),
    finish,
    error: error && failureOf(error),
    end: finish === undefined ? undefined : true,
  };
}

/**
 * Finish reasons of failures: OpenRouter's when its own upstream failed, DeepSeek's when it ran out of capacity,
 * Z.AI's, and vLLM's when it stopped a response.
 */
const FAILURES = new Set<unknown>(["error", "insufficient_system_resource", "network_error", "abort"]);
const FAILED: Body = { message: "The provider ended its response with an error" };

function failureOf(error: Body): NonNullable<Observation["error"]> {
  return { status: statusOf(error), message: textOf(error.message) ?? "The provider's stream failed", raw: error };
}

/**
 * Returns the usage of a completion or a chunk, which some upstreams put elsewhere: Groq, and Moonshot, whose usage is in
 * the choice (https://github.com/earendil-works/pi/issues/2017).
 */
export function usageOf(body: Body): Body | undefined {
  if (isRecord(body.usage)) return body.usage;
  if (isRecord(body.x_groq) && isRecord(body.x_groq.usage)) return body.x_groq.usage;
  const usage = recordsOf(body.choices)[0]?.usage;
  return isRecord(usage) ? usage : undefined;
}

function textIn(message: Body): string {
  // If both reasoning fields are present, they have the same text.
  const reasoning = textOf(message.reasoning) || textOf(message.reasoning_content) || "";
  let text = reasoning + contentText(message.content) + (textOf(message.refusal) ?? "");
  const { function_call: legacy } = message;
  if (isRecord(legacy)) text += textOf(legacy.arguments) ?? "";
  for (const { function: call, custom } of recordsOf(message.tool_calls)) {
    if (isRecord(call)) text += textOf(call.arguments) ?? "";
    if (isRecord(custom)) text += textOf(custom.input) ?? "";
  }
  return text;
}

/** Returns content as text; it is a string, or parts as Mistral sends them. */
function contentText(content: unknown): string {
  return (
    textOf(content) ??
    recordsOf(content)
      .map((part) => textOf(part.text) ?? "")
      .join("")
  );
}

/** Counts the requests that start here: only the first piece of a streamed request has its name. */
function callsIn({ tool_calls: calls, function_call: legacy }: Body): number {
  if (!isFilled(calls)) return isNamed(legacy) ? 1 : 0;
  return recordsOf(calls).filter(({ function: call, custom }) => isNamed(call) || isNamed(custom)).length;
}

function isNamed(call: unknown): boolean {
  return isRecord(call) && Boolean(call.name);
}

function hasMore(message: Body): boolean {
  const { tool_calls: calls, function_call: legacy, images, reasoning_details: details, audio } = message;
  return isRecord(legacy) || isFilled(calls) || isFilled(images) || isFilled(details) || isRecord(audio);
}

function isFilled(list: unknown): boolean {
  return Array.isArray(list) && list.length > 0;
}
