import { isRecord } from "#lib/is-record.ts";
import { withNumbersOf } from "#server/json/exact-numbers.ts";
import type { Body, ConversationId } from "../dialect.ts";
import { outputFormatOf } from "../messages/output-format.ts";
import { recordsOf, textOf } from "../read-field.ts";
import { choiceFrom, choiceTo, toolsFrom, toolsTo } from "./settings-tools.ts";

/** Call settings that all dialects share, by their chat names. */
export type Settings = { config: Body; systemPrompt: string | null };

type DialectId = ConversationId;

const EVERYWHERE = ["model", "models", "provider", "plugins", "cache", "temperature", "top_p", "top_k", "service_tier"];
const OPENAI = ["frequency_penalty", "presence_penalty", "parallel_tool_calls", "reasoning"];

/** Fields that a dialect shares with chat under the same names. */
const SAME_NAME: Record<DialectId, readonly string[]> = {
  chat: [
    ...[...EVERYWHERE, ...OPENAI, "repetition_penalty", "min_p", "top_a", "seed", "logit_bias"],
    ...["stop", "max_tokens", "response_format", "stop_server_tools_when"],
  ],
  responses: [...EVERYWHERE, ...OPENAI, "stop_server_tools_when"],
  messages: [...EVERYWHERE, "stop_server_tools_when"],
};

/** Returns the settings in a dialect's body, without its messages and other fields. */
export function settingsOf(dialect: DialectId, body: Body): Settings {
  const shared = SAME_NAME[dialect].map((name) => [name, body[name]] as const);
  const fields = { ...Object.fromEntries(shared), ...READ[dialect](body) };
  const tools = toolsFrom(dialect, body.tools);
  const tool_choice = choiceFrom(dialect, body.tool_choice);
  const config = withNumbersOf(body, withoutEmptyFields({ ...fields, tools, tool_choice }));
  return { config, systemPrompt: systemOf(dialect, body) };
}

/** Returns settings as fields of a dialect's body, without those that it does not support. */
export function bodyOf(dialect: DialectId, { config }: Settings): Body {
  const shared = SAME_NAME[dialect].map((name) => [name, config[name]] as const);
  const tools = toolsTo(dialect, config.tools);
  const tool_choice = tools && choiceTo(dialect, config.tool_choice);
  return withNumbersOf(
    config,
    withoutEmptyFields({ ...Object.fromEntries(shared), ...WRITE[dialect](config), tools, tool_choice }),
  );
}

const READ: Record<DialectId, (body: Body) => Body> = {
  chat: (body) => ({
    max_tokens: body.max_completion_tokens ?? body.max_tokens,
    ...(typeof body.reasoning_effort === "string" && { reasoning: { effort: body.reasoning_effort } }),
  }),
  responses: (body) => ({
    max_tokens: body.max_output_tokens,
    response_format: isRecord(body.text) ? chatFormat(body.text.format) : undefined,
  }),
  messages: (body) => ({
    max_tokens: body.max_tokens,
    stop: body.stop_sequences,
    models: body.models ?? fallbacksOf(body),
    reasoning: reasoningOf(body),
    response_format: chatFormat(outputFormatOf(body)),
  }),
};

const WRITE: Record<DialectId, (config: Body) => Body> = {
  chat: () => ({}),
  responses: ({ max_tokens, response_format }) => ({
    max_output_tokens: max_tokens,
    text: response_format ? { format: flatFormat(response_format) } : undefined,
  }),
  messages: ({ max_tokens, stop, reasoning, response_format }) => {
    const { effort, max_tokens: budget } = isRecord(reasoning) ? reasoning : {};
    const format = response_format ? flatFormat(response_format) : undefined;
    const output_config = withoutEmptyFields({ effort, format });
    return {
      max_tokens,
      stop_sequences: typeof stop === "string" ? [stop] : stop,
      thinking: typeof budget === "number" ? { type: "enabled", budget_tokens: budget } : undefined,
      output_config: Object.keys(output_config).length > 0 ? output_config : undefined,
    };
  },
};

function fallbacksOf({ model, fallbacks }: Body): unknown {
  const names = recordsOf(fallbacks).map((fallback) => fallback.model);
  return names.length > 0 ? [model, ...names] : undefined;
}

function reasoningOf({ thinking, output_config }: Body): Body | undefined {
  const max_tokens = isRecord(thinking) ? thinking.budget_tokens : undefined;
  const effort = isRecord(output_config) ? output_config.effort : undefined;
  const reasoning = withoutEmptyFields({ max_tokens, effort });
  return Object.keys(reasoning).length > 0 ? reasoning : undefined;
}

/**
 * Returns a format in chat's form, which nests a schema's name and strictness; the other dialects have them next to the
 * type.
 */
function chatFormat(format: unknown): unknown {
  if (!isRecord(format) || format.type !== "json_schema") return format;
  const { type, ...json_schema } = format;
  return { type, json_schema: { name: "answer", ...json_schema } };
}

function flatFormat(format: unknown): unknown {
  if (!isRecord(format) || !isRecord(format.json_schema)) return format;
  return { type: format.type, ...format.json_schema };
}

function systemOf(dialect: DialectId, body: Body): string | null {
  if (dialect === "responses") return textOf(body.instructions) ?? null;
  if (dialect === "messages") return textIn(body.system);
  const first = recordsOf(body.messages)[0];
  return first && isSystem(first) ? textIn(first.content) : null;
}

/** Returns whether a chat message has instructions for the model. */
export function isSystem({ role }: Body): boolean {
  return role === "system" || role === "developer";
}

function textIn(content: unknown): string | null {
  if (typeof content === "string") return content || null;
  return (
    recordsOf(content)
      .flatMap(({ text }) => textOf(text) ?? [])
      .join("\n\n") || null
  );
}

/** Removes null and undefined fields, which mean the same. */
export function withoutEmptyFields(body: Body): Body {
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined && value !== null));
}
