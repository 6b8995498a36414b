import { isRecord } from "#lib/is-record.ts";
import type { Body, Dialect } from "#server/dialects/dialect.ts";
import { recordsOf } from "#server/dialects/read-field.ts";
import { withNumbersOf } from "#server/json/exact-numbers.ts";
import { parseJsonText } from "#server/json/shallow-json.ts";
import type { AttemptState } from "../attempts/attempt-state.ts";

const NOTE =
  "reasoning of earlier turns: dropped (the provider did not accept it; another of its accounts or regions made it)";

/** OpenAI and Azure (https://github.com/envoyproxy/ai-gateway/issues/2451), then Anthropic and the clouds with its models. */
const REJECTIONS =
  /invalid_encrypted_content|encrypted content [^"]*could not be (?:verified|decrypted)|Invalid `?signature`? in `?thinking`? block/i;

/**
 * Returns a body for a second request without the reasoning of earlier turns, if an upstream has rejected that:
 * reasoning is bound to the account or region that made it, and another one may serve the conversation now. Undefined
 * for any other failure. `failure`: the text of its response.
 */
export function withoutRejectedReasoning(
  dialect: Dialect["id"] | undefined,
  body: Body,
  failure: { status: number; text: string },
  { notes }: Pick<AttemptState, "notes">,
): Body | undefined {
  if (failure.status !== 400 || !REJECTIONS.test(failure.text)) return undefined;
  const lighter = dialect === "responses" ? withoutItems(body) : dialect === "messages" ? withoutThinking(body) : body;
  if (lighter === body) return undefined;
  notes.push(NOTE);
  return lighter;
}

/** Does the same for the requests of a provider's SDK package in `dialect`. */
export function retryWithoutReasoning(
  send: typeof fetch,
  dialect: Dialect["id"] | undefined,
  state: Pick<AttemptState, "notes">,
): typeof fetch {
  return async (input, init) => {
    const response = await send(input, init);
    if (response.status !== 400 || typeof init?.body !== "string") return response;
    const { status, headers } = response;
    const text = await response.text();
    const body = parseJsonText(init.body);
    const lighter = isRecord(body) ? withoutRejectedReasoning(dialect, body, { status, text }, state) : undefined;
    return lighter
      ? await send(input, { ...init, body: JSON.stringify(lighter) })
      : new Response(text, { status, headers });
  };
}

/** The ids of items would still name the reasoning that belongs to them. */
function withoutItems(body: Body): Body {
  const items = recordsOf(body.input);
  const kept = items.filter(({ type }) => type !== "reasoning");
  if (kept.length === items.length) return body;
  const input = kept.map((item) => (HAVE_IDS.has(item.type) ? withoutId(item) : item));
  return withNumbersOf(body, { ...body, input });
}

const HAVE_IDS = new Set<unknown>([undefined, "message", "function_call", "custom_tool_call"]);

function withoutId(item: Body): Body {
  const { id: _, ...rest } = item;
  return withNumbersOf(item, rest);
}

function withoutThinking(body: Body): Body {
  const messages = recordsOf(body.messages).map(withoutBlocks);
  if (messages.every((message, at) => message === recordsOf(body.messages)[at])) return body;
  const filled = messages.filter(({ content }) => !Array.isArray(content) || content.length > 0);
  const kept: Body = withNumbersOf(body, { ...body, messages: filled });
  if (!isRecord(body.thinking) || body.thinking.type !== "enabled" || !endsWithResults(messages)) return kept;
  // With a budget, a turn with calls must begin with thinking:
  // https://platform.claude.com/docs/en/build-with-claude/extended-thinking
  const { thinking: _, ...rest } = kept;
  return withNumbersOf(body, rest);
}

function withoutBlocks(message: Body): Body {
  const blocks = recordsOf(message.content);
  const kept = blocks.filter(({ type }) => type !== "thinking" && type !== "redacted_thinking");
  if (message.role !== "assistant" || kept.length === blocks.length) return message;
  return withNumbersOf(message, { ...message, content: kept });
}

function endsWithResults(messages: readonly Body[]): boolean {
  return recordsOf(messages.at(-1)?.content).some(({ type }) => type === "tool_result");
}
