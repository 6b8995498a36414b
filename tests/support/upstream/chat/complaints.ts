type Body = Record<string, unknown>;

/** Models that OpenAI serves only through its Responses API. */
const RESPONSES_ONLY = /^(computer-use|codex)|-codex|deep-research|-pro$/;
const REASONING = /^gpt-(5\.[4-9]|6)(?!.*chat)/;
const CHOICES = new Set<unknown>([undefined, null, "none", "auto", "required", "any"]);

/** Returns the message of the error for a chat body that OpenAI, or for other makers' models others, would reject. */
export function complaintOf(body: Body): string | undefined {
  const { model, messages, tools, tool_choice: choice, reasoning_effort: effort } = body;
  if (typeof model !== "string") return "you must provide a model parameter";
  if (!Array.isArray(messages) || messages.length === 0)
    return "Invalid 'messages': empty array. Expected an array with minimum length 1, but got an empty array instead.";
  if (RESPONSES_ONLY.test(model)) return "This model is only supported in v1/responses and not in v1/chat/completions.";
  const isDefault = effort === undefined && model.startsWith("gpt-5.4");
  if (Array.isArray(tools) && tools.length > 0 && REASONING.test(model) && effort !== "none" && !isDefault)
    return `Function tools with reasoning_effort are not supported for ${model} in /v1/chat/completions. To use function tools, use /v1/responses or set reasoning_effort to 'none'.`;
  if (typeof choice !== "object" && !CHOICES.has(choice)) return `Invalid value: '${choice}'.`;
  return Array.isArray(tools) ? tools.map((tool: Body, index) => ofTool(model, tool, index)).find(Boolean) : undefined;
}

function ofTool(model: string, { type, custom, function: named }: Body, index: number): string | undefined {
  if (type === "custom" && !/^(gpt-|o\d)/.test(model))
    return `tools[${index}].type: unknown variant \`custom\`, expected \`function\``;
  if (type === "custom" && custom === undefined) return `Missing required parameter: 'tools[${index}].custom'.`;
  return type === "function" && named === undefined
    ? `Missing required parameter: 'tools[${index}].function'.`
    : undefined;
}
