type Body = Record<string, unknown>;
type Rule = { path: RegExp; model?: RegExp; complaint(body: Body, messages: Body[]): string | undefined };

/** Returns the complaint of one provider about a request that others take. */
export function brokenRule(body: Body, path: string): string | undefined {
  const messages = body.messages as Body[];
  const broken = RULES.filter((rule) => rule.path.test(path) && (rule.model?.test(String(body.model)) ?? true));
  return broken.map((rule) => rule.complaint(body, messages)).find((complaint) => complaint !== undefined);
}

const COMPATIBLE = /^\/(?!openai\/|azure\/|openrouter\/)[a-z]/;

const RULES: Rule[] = [
  {
    path: COMPATIBLE,
    complaint: (_, messages) =>
      messages.some(({ role }) => role === "developer")
        ? "messages[0].role: unknown variant `developer`, expected one of `system`, `user`, `assistant`, `tool`"
        : undefined,
  },
  {
    path: /./,
    model: /qwen3\.[5-9]|minimax/i,
    complaint: (_, messages) =>
      messages.slice(1).some(({ role }) => role === "system") ? "System message must be at the beginning." : undefined,
  },
  {
    path: /./,
    model: /(?:st|xt)ral/i,
    complaint: (_, messages) => brokenOrder(messages.map(({ role }) => String(role))),
  },
  {
    path: /^\/(?:deepseek|zai|minimax)\//,
    complaint: ({ response_format: format }) =>
      (format as Body | undefined)?.type === "json_schema" ? "This response_format type is unavailable now" : undefined,
  },
  {
    path: /^\/deepseek\//,
    complaint: (body) =>
      forces(body) && !isDisabled(body.thinking) ? "Thinking mode does not support this tool_choice" : undefined,
  },
  {
    path: /^\/moonshotai\//,
    model: /^kimi-k(?:2\.[5-9]|3)/,
    complaint(body) {
      const fixed = ["temperature", "top_p", "presence_penalty", "frequency_penalty"].find((name) => name in body);
      if (fixed) return `invalid ${fixed}: only 1 is allowed for this model`;
      const { type } = (body.tool_choice ?? {}) as Body;
      if (String(body.model).startsWith("kimi-k3") ? type : forces(body) && !isDisabled(body.thinking))
        return "tool_choice 'specified' is incompatible with thinking enabled";
      if (String(body.model).startsWith("kimi-k3") && body.reasoning_effort === "none")
        return "invalid reasoning_effort";
      return body.thinking && body.reasoning_effort
        ? "cannot specify both 'thinking' and 'reasoning_effort'"
        : undefined;
    },
  },
  {
    path: /^\/moonshotai\//,
    complaint(_, messages) {
      const at = messages.findIndex(
        ({ role, content, tool_calls: calls }) =>
          role === "assistant" && (calls ? content === "" : !content || (content as unknown[]).length === 0),
      );
      return at < 0 ? undefined : `the message at position ${at} with role 'assistant' must not be empty`;
    },
  },
  {
    path: /^\/deepseek\//,
    complaint: (_, messages) =>
      messages.some(({ tool_calls: calls }, at) => calls && messages[at + 1]?.role !== "tool")
        ? "An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'."
        : undefined,
  },
  {
    path: /^\/moonshotai\//,
    complaint: ({ tools }) => ((tools ?? []) as Body[]).map(ofMoonshotTool).find(Boolean),
  },
  {
    path: /^\/zai\//,
    complaint: (body) => (forces(body) ? "Tool choice must be auto" : undefined),
  },
  {
    path: /^\/zai\//,
    model: /^glm-5\.3/i,
    complaint: ({ thinking, reasoning_effort: effort }) =>
      isDisabled(thinking) || effort === "none"
        ? "This model always engages in thinking and cannot be disabled; please use low, high, or max"
        : undefined,
  },
  {
    path: /^\/alibaba\//,
    complaint(body) {
      if (forces(body) && body.enable_thinking !== false && /^qwen3\.[5-9]/.test(String(body.model)))
        return "The tool_choice parameter does not support being set to required or object in thinking mode";
      return body.stream !== true && body.enable_thinking !== false && /^qwen3-\d+b$|^qwq/.test(String(body.model))
        ? "parameter.enable_thinking must be set to false for non-streaming calls"
        : undefined;
    },
  },
  {
    path: /^\/groq\//,
    complaint: ({ tools, response_format: format }) =>
      tools && format ? "json mode cannot be combined with tool/function calling" : undefined,
  },
  {
    path: /^\/cerebras\//,
    complaint({ tools }) {
      const strict = ((tools ?? []) as { function: Body }[]).map((tool) => tool.function.strict === true);
      return new Set(strict).size > 1 ? "Tools with mixed values for 'strict' are not allowed." : undefined;
    },
  },
  {
    path: /^\/xai\//,
    complaint: ({ model, reasoning_effort: effort }) => effortComplaint(String(model), effort),
  },
  {
    path: /^\/minimax\//,
    complaint: ({ tools }) =>
      ((tools ?? []) as { function: Body }[]).some((tool) => tool.function.parameters === undefined)
        ? "invalid params, function parameters is empty (2013)"
        : undefined,
  },
];

const NEXT_ROLES: Record<string, string[]> = {
  system: ["user", "assistant", "system"],
  user: ["assistant", "system", "user"],
  assistant: ["assistant", "user", "tool"],
  tool: ["assistant", "tool"],
};

function brokenOrder(roles: string[]): string | undefined {
  const at = roles.findIndex((role, index) => index > 0 && !NEXT_ROLES[String(roles[index - 1])]?.includes(role));
  if (at > 0) return `Unexpected role '${roles[at]}' after role '${roles[at - 1]}'`;
  return roles.at(-1) === "system" ? "Expected last role User or Tool for serving but got system" : undefined;
}

/** Returns xAI's complaint about an effort, which is in another field of its Responses API. */
export function effortComplaint(model: string, effort: unknown): string | undefined {
  if (effort === undefined || effort === null) return undefined;
  if (/^grok-(4-|4\.20-0|code|build)/.test(model)) return `Model ${model} does not support parameter reasoningEffort.`;
  return /^grok-4\.[56]/.test(model) && effort === "none" ? "Invalid reasoning effort." : undefined;
}

function forces({ tool_choice: choice }: Body): boolean {
  return choice === "required" || (typeof choice === "object" && choice !== null);
}

function isDisabled(thinking: unknown): boolean {
  return (thinking as Body | undefined)?.type === "disabled";
}

function ofMoonshotTool({ function: definition }: Body): string | undefined {
  const { name, parameters } = definition as Body;
  if (/^\d/.test(String(name))) return "Invalid request: function name is invalid, must start with a letter";
  const broken = brokenSchema(parameters, "root");
  return broken && `tools.function.parameters is not a valid moonshot flavored json schema, details: <${broken}>`;
}

function brokenSchema(schema: unknown, path: string): string | undefined {
  if (typeof schema !== "object" || schema === null) return undefined;
  const node = schema as Body;
  if (node.anyOf && node.type) return `At path '${path}': type should be defined in anyOf items instead`;
  if (node.anyOf && "default" in node) return `At path '${path}': keyword 'default' is not allowed alongside anyOf`;
  if (Array.isArray(node.items)) return `At path '${path}': items must be an object`;
  if (node.definitions) return `At path '${path}': definitions are not supported`;
  if (typeof node.$ref === "string" && (Object.keys(node).length > 1 || !node.$ref.startsWith("#/$defs/")))
    return `At path '${path}': conflicting keywords found after $ref expansion`;
  return Object.entries(node)
    .map(([key, value]) => brokenSchema(value, `${path}.${key}`))
    .find(Boolean);
}
