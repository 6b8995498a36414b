import type { Endpoint } from "../endpoint.ts";
import { encodeEvents } from "../sse.ts";
import { type Format, textEndpoint } from "../text/endpoint.ts";
import { inputTokensOf } from "../text/usage.ts";
import { askOfMessages } from "./ask.ts";
import { anthropic, anthropicError } from "./conventions.ts";
import { eventsOf, wireEvent } from "./events.ts";
import { messageOf } from "./message.ts";
import { modelComplaint } from "./model-rules.ts";

const format: Format = {
  complaint: bodyError,
  ask: askOfMessages,
  json: messageOf,
  stream: (reply) => ({
    events: eventsOf(reply),
    encode: encodeEvents,
    errorEvents: (status) => [wireEvent({ type: "error", ...anthropicError(status) })],
    unknownEvent: wireEvent({ type: "future_event", payload: { new: true } }),
  }),
};

const countTokens: Endpoint = {
  method: "POST",
  path: /\/messages\/count_tokens$/,
  conventions: anthropic,
  answer: ({ request }) => ({
    json: { input_tokens: inputTokensOf(askOfMessages((request.body ?? {}) as Record<string, unknown>).turns) },
  }),
};

/** Anthropic's Messages API. */
export const messages: Endpoint[] = [countTokens, textEndpoint(/\/messages$/, anthropic, format)];

function bodyError(body: Record<string, unknown>, path: string): string | undefined {
  if (typeof body.model !== "string") return "model: Field required";
  if (typeof body.max_tokens !== "number") return "max_tokens: Field required";
  if (!Array.isArray(body.messages) || body.messages.length === 0) return "messages: at least one message is required";
  // OpenRouter fits a request to the model itself.
  const complaint = textsError(body) ?? (path.startsWith("/openrouter/") ? undefined : modelComplaint(body));
  if (complaint) return complaint;
  const { budget_tokens: budget } = (body.thinking ?? {}) as { budget_tokens?: number };
  if (budget === undefined) return undefined;
  if (budget < 1024) return "thinking.enabled.budget_tokens: Input should be greater than or equal to 1024";
  return budget < body.max_tokens ? undefined : "`max_tokens` must be greater than `thinking.budget_tokens`.";
}

type Block = {
  type?: string;
  id?: unknown;
  tool_use_id?: unknown;
  text?: unknown;
  role?: string;
  content?: unknown;
};

/** The API takes only searches of its own. */
function foreignSearch(messages: readonly Block[]): string | undefined {
  for (const { content } of messages)
    for (const block of Array.isArray(content) ? (content as Record<string, unknown>[]) : []) {
      const { type, id, content: found, citations } = block as Record<string, { encrypted_content?: string }[]>;
      if (String(type) === "server_tool_use" && !/^srvtoolu_[a-zA-Z0-9_]+$/.test(String(id)))
        return "server_tool_use.id: String should match pattern '^srvtoolu_[a-zA-Z0-9_]+$'";
      if (
        String(type) === "web_search_tool_result" &&
        Array.isArray(found) &&
        found.some((one) => !one.encrypted_content)
      )
        return "Invalid `encrypted_content` in `search_result` block";
      if (JSON.stringify(citations ?? []).includes('"encrypted_index":""')) return "Invalid `encrypted_index`";
    }
  return undefined;
}

/** Returns the id of a result whose call is not in the message before. */
function strayResult(blocks: Block[], before: Block | undefined): unknown {
  const calls = Array.isArray(before?.content) ? (before.content as Block[]).map(({ id }) => id) : [];
  return blocks.find(({ type, tool_use_id: id }) => type === "tool_result" && !calls.includes(id))?.tool_use_id;
}

/** The API takes no blank texts, and the results of a message together. */
function textsError({ system, messages }: Record<string, unknown>): string | undefined {
  const isBlank = ({ type, text }: Block) => type === "text" && String(text).trim() === "";
  if (Array.isArray(system) && system.some(isBlank)) return "system: text content blocks must be non-empty";
  const calls = new Set<unknown>();
  for (const [at, { content }] of (messages as Block[]).entries())
    for (const { type, id } of Array.isArray(content) ? (content as Block[]) : []) {
      if (type === "tool_use" && calls.has(id)) return `messages.${at}.content: \`tool_use\` ids must be unique`;
      if (type === "tool_use") calls.add(id);
    }
  const foreign = foreignSearch(messages as Block[]);
  if (foreign) return foreign;
  for (const [at, { role, content }] of (messages as Block[]).entries()) {
    if (!Array.isArray(content)) continue;
    const stray = strayResult(content as Block[], (messages as Block[])[at - 1]);
    if (stray !== undefined)
      return `messages.${at}.content.0: unexpected \`tool_use_id\` found in \`tool_result\` blocks: ${stray}.`;
    const blocks = content as Block[];
    const nested = blocks.flatMap((one) => (Array.isArray(one.content) ? (one.content as Block[]) : []));
    if (/"media_type":"image\/(?!jpeg|png|gif|webp)/.test(JSON.stringify(blocks)))
      return `messages.${at}.content.0.image.source.base64.media_type: Input should be 'image/jpeg', 'image/png', 'image/gif' or 'image/webp'`;
    if ([...blocks, ...nested].some(isBlank)) return "messages: text content blocks must contain non-whitespace text";
    if (role !== "user") continue;
    const isResult = ({ type }: Block) => type === "tool_result";
    const results = blocks.slice(blocks.findIndex(isResult), blocks.findLastIndex(isResult) + 1);
    if (!results.every(isResult))
      return "messages: tool_use ids were found without tool_result blocks immediately after";
  }
  return undefined;
}
