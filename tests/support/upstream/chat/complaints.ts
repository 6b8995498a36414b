import { effortComplaint } from "../openai/model-efforts.ts";
import { functionFault } from "../text/schema-fault.ts";
import { brokenRule } from "./provider-rules.ts";

type Body = Record<string, unknown>;

/** Models that OpenAI serves only through its Responses API. */
const RESPONSES_ONLY = /^(computer-use|codex)|-codex|deep-research|-pro$/;
const REASONING = /^gpt-(5\.[4-9]|6)(?!.*chat)/;
const CHOICES = new Set<unknown>([undefined, null, "none", "auto", "required", "any"]);

/** Returns the message of the error for a chat body that OpenAI, or for other makers' models others, would reject. */
export function complaintOf(body: Body, path: string): string | undefined {
  const { model, messages, tools, tool_choice: choice, reasoning_effort: effort } = body;
  if (typeof model !== "string") return "you must provide a model parameter";
  if (!Array.isArray(messages) || messages.length === 0)
    return "Invalid 'messages': empty array. Expected an array with minimum length 1, but got an empty array instead.";
  if (RESPONSES_ONLY.test(model)) return "This model is only supported in v1/responses and not in v1/chat/completions.";
  const isDefault = effort === undefined && model.startsWith("gpt-5.4");
  if (Array.isArray(tools) && tools.length > 0 && REASONING.test(model) && effort !== "none" && !isDefault)
    return `Function tools with reasoning_effort are not supported for ${model} in /v1/chat/completions. To use function tools, use /v1/responses or set reasoning_effort to 'none'.`;
  const fault = path.startsWith("/openai/") ? ofOpenAi(model, body) : undefined;
  if (fault) return fault;
  const empty = Array.isArray(tools) && tools.length === 0 ? "[] is too short - 'tools'" : undefined;
  if (empty) return empty;
  const at = messages.findIndex(({ tool_calls: calls }: Body) => Array.isArray(calls) && calls.length === 0);
  if (at >= 0) return `Invalid 'messages[${at}].tool_calls': empty array. Expected an array with minimum length 1.`;
  const strict = ofFields(body, path) ?? brokenRule(body, path);
  if (strict) return strict;
  if (typeof choice !== "object" && !CHOICES.has(choice)) return `Invalid value: '${choice}'.`;
  return Array.isArray(tools) ? tools.map((tool: Body, index) => ofTool(model, tool, index)).find(Boolean) : undefined;
}

function ofOpenAi(model: string, body: Body): string | undefined {
  const { tools, messages, tool_choice: choice, parallel_tool_calls: parallel, reasoning_effort: effort } = body;
  if (Array.isArray(tools) && tools.length === 0)
    return "Invalid 'tools': empty array. Expected an array with minimum length 1, but got an empty array instead.";
  if (!tools && choice) return "'tool_choice' is only allowed when 'tools' are specified.";
  if (!tools && parallel !== undefined) return "'parallel_tool_calls' is only allowed when 'tools' are specified.";
  if (model.startsWith("gpt-4o") && Number(body.max_completion_tokens) > 16_384)
    return `max_tokens is too large: ${body.max_completion_tokens}. This model supports at most 16384 completion tokens.`;
  if (String(body.prompt_cache_key ?? "").length > 64)
    return "Invalid 'prompt_cache_key': string too long. Expected a string with maximum length 64.";
  const empty = (messages as Body[]).findIndex(({ tool_calls: calls }) => Array.isArray(calls) && calls.length === 0);
  if (empty >= 0)
    return `Invalid 'messages[${empty}].tool_calls': empty array. Expected an array with minimum length 1.`;
  if (/^(o\d|gpt-5)(?!.*chat)/.test(model) && body.stop && effort !== "none")
    return "Unsupported parameter: 'stop' is not supported with this model.";
  return functionFault(tools) ?? effortComplaint(model, effort);
}

function ofTool(model: string, { type, custom, function: named }: Body, index: number): string | undefined {
  if (type === "custom" && !/^(gpt-|o\d)/.test(model))
    return `tools[${index}].type: unknown variant \`custom\`, expected \`function\``;
  if (type === "custom" && custom === undefined) return `Missing required parameter: 'tools[${index}].custom'.`;
  return type === "function" && named === undefined
    ? `Missing required parameter: 'tools[${index}].function'.`
    : undefined;
}

const EXTENSIONS =
  /^(top_k|min_p|top_a|repetition_penalty|reasoning|include_reasoning|transforms|structured_outputs|usage|cache_control|provider|plugins)$/;
const FORBIDDEN: [path: RegExp, body: RegExp, message: RegExp, complaint: (name: string) => string][] = [
  [
    /^\/openai\//,
    EXTENSIONS,
    /^(cache_control|reasoning_details|extra_content|model_id)$/,
    (name) => `Unrecognized request argument supplied: ${name}`,
  ],
  [
    /^\/groq\//,
    /^(top_k|min_p|top_a|repetition_penalty|reasoning|usage|cache_control|prompt_cache_key|logit_bias|logprobs|top_logprobs|verbosity|transforms)$/,
    /^(reasoning_content|reasoning_details|cache_control|refusal|annotations|audio|function_call|model_id)$/,
    (name) => `property '${name}' is unsupported`,
  ],
  [
    /^\/cerebras\//,
    /^(top_k|min_p|top_a|repetition_penalty|reasoning|usage|cache_control|transforms|thinking|enable_thinking|frequency_penalty|presence_penalty|logit_bias)$/,
    /^(reasoning_content|reasoning_details|cache_control)$/,
    (name) => `property '${name}' is unsupported`,
  ],
  [
    /^\/mistral\//,
    /^(top_k|min_p|top_a|repetition_penalty|reasoning|usage|cache_control|max_completion_tokens|seed|user|logit_bias|logprobs|top_logprobs|verbosity|service_tier|store|stream_options)$/,
    /^(reasoning_content|reasoning|reasoning_details|cache_control|refusal|annotations|audio|function_call|model_id)$/,
    (name) => `extra_forbidden: ${name}: Extra inputs are not permitted`,
  ],
];

/** Returns the complaint of a provider about fields that it does not have. */
function ofFields(body: Body, path: string): string | undefined {
  const { model, messages, temperature, reasoning_effort: effort } = body;
  const all = messages as Body[];
  if (/^o\d/.test(String(model)) && body.parallel_tool_calls !== undefined)
    return "Unsupported parameter: 'parallel_tool_calls' is not supported with this model.";
  if (
    /^\/(deepseek|moonshotai)\//.test(path) &&
    all.some(({ tool_calls: calls }) => calls) &&
    /v4|k2\.5/.test(String(model))
  ) {
    const lacking = all.findIndex(({ role, reasoning_content: text }) => role === "assistant" && !text);
    if (lacking >= 0) return "The `reasoning_content` in the thinking mode must be passed back to the API.";
  }
  if (
    path.startsWith("/openai/") &&
    /^(o\d|gpt-5)(?!.*chat)/.test(String(model)) &&
    (temperature ?? 1) !== 1 &&
    effort !== "none"
  )
    return "Unsupported value: 'temperature' does not support this value with this model. Only the default (1) value is supported.";
  const rule = FORBIDDEN.find(([place]) => place.test(path));
  if (!rule) return undefined;
  const [, ofBody, ofMessage, complain] = rule;
  const parts = all.flatMap(({ content }) => (Array.isArray(content) ? (content as Body[]) : []));
  const tools = (body.tools ?? []) as Body[];
  const names = [
    ...Object.keys(body).filter((name) => ofBody.test(name)),
    ...[...all, ...parts, ...tools].flatMap((entry) => Object.keys(entry).filter((name) => ofMessage.test(name))),
  ];
  return names[0] && complain(names[0]);
}
