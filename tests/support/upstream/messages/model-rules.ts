import { schemaFault } from "../text/schema-fault.ts";

type Body = Record<string, unknown>;
type Message = { role?: string; content?: unknown };

/** Claude's generations, as the names in the tests have them. */
const UNTIL_4_5 = /claude-(3|(opus|sonnet|haiku)-4(-[0-5])?(-\d{8}|@|-v|$))/;
const UNTIL_4_6 = /claude-(3|(opus|sonnet|haiku)-4(-[0-6])?(-\d{8}|@|-v|$))/;
const UNTIL_4_7 = /claude-(3|(opus|sonnet|haiku)-4(-[0-7])?(-\d{8}|@|-v|$))/;
const SAMPLES_ONE = /claude-(opus-4-1|(opus|sonnet|haiku)-4-[56])/;
const ALWAYS_THINKS = /claude-(fable|mythos|(opus|sonnet)-5-5)/;

/** Returns the error that Anthropic has for a body that its model does not take; undefined for one that it takes. */
export function modelComplaint(body: Body): string | undefined {
  const model = String(body.model);
  if (!model.includes("claude")) return undefined;
  return (
    ofTools((body.tools ?? []) as Body[]) ??
    ofSystem(model, body.messages as Message[]) ??
    ofThinking(model, body) ??
    ofSampling(model, body)
  );
}

function ofTools(tools: Body[]): string | undefined {
  for (const [at, { input_schema: schema }] of tools.entries()) {
    const fault = schema === undefined ? undefined : schemaFault(schema);
    if (fault === "type") return `tools.${at}.custom.input_schema.type: Field required`;
    if (fault === "alternatives")
      return `tools.${at}.custom.input_schema: input_schema does not support oneOf, allOf, or anyOf at the top level`;
  }
  return undefined;
}

function ofSystem(model: string, messages: Message[]): string | undefined {
  for (const [at, { role }] of messages.entries()) {
    if (role !== "system") continue;
    if (at === 0) return "messages.0: use the top-level 'system' parameter for the initial system prompt";
    if (UNTIL_4_7.test(model)) return "role 'system' is not supported on this model";
    if (messages[at - 1]?.role === "assistant") return `messages.${at}: role 'system' must follow a 'user' message`;
    const next = messages.slice(at).find((one) => one.role !== "system")?.role;
    if (next === "user")
      return `messages.${at}: role 'system' must precede an 'assistant' message or end the array; the directive-only form (content: [] with output_config) is accepted at any position`;
  }
  if (messages.at(-1)?.role === "assistant" && !UNTIL_4_5.test(model))
    return "This model does not support assistant message prefill. The conversation must end with a user message.";
  return undefined;
}

function ofThinking(model: string, body: Body): string | undefined {
  const { thinking, output_config: config, tool_choice: choice, messages } = body;
  const { type } = (thinking ?? {}) as { type?: string };
  const { effort } = (config ?? {}) as { effort?: string };
  if (type === "enabled" && !UNTIL_4_6.test(model))
    return '"thinking.type.enabled" is not supported for this model. Use "thinking.type.adaptive" and "output_config.effort" to control thinking behavior.';
  if (type === "adaptive" && UNTIL_4_5.test(model)) return "adaptive thinking is not supported on this model";
  if (type === "disabled" && ALWAYS_THINKS.test(model))
    return '"thinking.type.disabled" is not supported for this model.';
  if (type === "disabled" && /claude-(opus|haiku)-5/.test(model) && /xhigh|max/.test(effort ?? ""))
    return "thinking cannot be disabled at this effort";
  const edits = (body.context_management as { edits?: { type: string }[] } | undefined)?.edits ?? [];
  const isOff = type === "disabled" || (type === undefined && !ALWAYS_THINKS.test(model) && UNTIL_4_7.test(model));
  if (isOff && edits.some((edit) => edit.type === "clear_thinking_20251015"))
    return "`clear_thinking_20251015` strategy requires `thinking` to be enabled or adaptive";
  const fault = type === "enabled" ? ofTurn(messages as Message[]) : undefined;
  if (fault) return fault;
  const isForced = ["any", "tool"].includes(String((choice as Body | undefined)?.type));
  if (type === "enabled" && isForced) return "Thinking may not be enabled when tool_choice forces tool use.";
  if (effort === undefined) return undefined;
  if (UNTIL_4_5.test(model) && !/opus-4-5/.test(model)) return "This model does not support the effort parameter.";
  const isTooMuch = effort === "xhigh" ? UNTIL_4_6.test(model) : effort === "max" && /opus-4-5/.test(model);
  return isTooMuch ? `output_config.effort: '${effort}' is not supported by this model` : undefined;
}

/** Within a budget, a turn with calls begins with thinking. */
function ofTurn(messages: Message[]): string | undefined {
  const blocksOf = ({ content }: Message) => (Array.isArray(content) ? (content as { type: string }[]) : []);
  const isResult = (message: Message) => blocksOf(message).some(({ type }) => type === "tool_result");
  if (!isResult(messages.at(-1) as Message)) return undefined;
  const from = messages.findLastIndex((message) => message.role === "user" && !isResult(message)) + 1;
  const found = blocksOf(messages.slice(from).find(({ role }) => role === "assistant") ?? {})[0]?.type;
  if (found === "thinking" || found === "redacted_thinking") return undefined;
  return `messages.${from}.content.0.type: Expected \`thinking\` or \`redacted_thinking\`, but found \`${found}\`. When \`thinking\` is enabled, a final \`assistant\` message must start with a thinking block (preceeding the lastmost set of \`tool_use\` and \`tool_result\` blocks).`;
}

function ofSampling(model: string, { temperature, top_p, top_k, thinking }: Body): string | undefined {
  const isAny = [temperature, top_p, top_k].some((value) => value !== undefined);
  if (isAny && !UNTIL_4_6.test(model)) return "`temperature`, `top_p` and `top_k` are not supported for this model.";
  const isThinking = /enabled|adaptive/.test(String((thinking as Body | undefined)?.type));
  if (isThinking && temperature !== undefined && temperature !== 1)
    return "`temperature` may only be set to 1 when thinking is enabled or in adaptive mode.";
  if (SAMPLES_ONE.test(model) && temperature !== undefined && top_p !== undefined)
    return "`temperature` and `top_p` cannot both be specified for this model. Please use only one.";
  return undefined;
}
