import { isRecord } from "#lib/is-record.ts";

type Json = Record<string, unknown>;

// The fields that the types of `@perplexity-ai/perplexity_ai` 0.38.5 list, and those that Perplexity's guide to migrating
// from Sonar adds: https://github.com/perplexityai/api-platform-developers (skills/migrate-sonar-to-agent-api).
const TOP = [
  ...["background", "input", "instructions", "language_preference", "max_output_tokens", "max_steps", "model"],
  ...[
    "models",
    "preset",
    "previous_response_id",
    "profile",
    "reasoning",
    "response_format",
    "skills",
    "store",
    "stream",
  ],
  ...["temperature", "tools", "top_p"],
  ...["tool_choice", "parallel_tool_calls", "max_tool_calls", "metadata", "truncation", "stream_options"],
];
const TOOLS: Record<string, readonly string[]> = {
  function: ["type", "name", "description", "parameters", "strict"],
  web_search: [
    ...["type", "filters", "max_tokens", "max_tokens_per_page", "search_context_size", "user_location"],
    "max_results",
  ],
  fetch_url: ["type", "max_urls"],
};
const ITEMS: Record<string, readonly string[]> = {
  message: ["type", "role", "content"],
  function_call: ["type", "call_id", "name", "arguments", "thought_signature"],
  function_call_output: ["type", "call_id", "id", "name", "output", "status", "thought_signature"],
};
const FILTERS = [
  ...["search_domain_filter", "search_recency_filter", "search_after_date_filter", "search_before_date_filter"],
  ...["last_updated_after_filter", "last_updated_before_filter"],
];
const RESERVED = /^(?:web_search|search_web|people_search|search_people|fetch_url|finance_search|sandbox)$/;

/** Returns why the Agent API rejects a body: it accepts no field that it does not know, at any depth. */
export function complaint(body: Json): string | undefined {
  if (body.model === undefined && body.models === undefined && body.preset === undefined) return "model is required";
  if (body.input === undefined) return "input is required";
  return (
    unknownIn(body, TOP) ??
    unknownIn(body.reasoning, ["effort"]) ??
    oneOf("effort", read(body.reasoning).effort, ["minimal", "low", "medium", "high", "xhigh"]) ??
    formatComplaint(body.response_format) ??
    choiceComplaint(body.tool_choice) ??
    first(body.tools, toolComplaint) ??
    (typeof body.input === "string" ? undefined : first(body.input, itemComplaint))
  );
}

function toolComplaint(tool: Json): string | undefined {
  const known = TOOLS[String(tool.type)];
  if (!known) return `unknown tool type "${tool.type}"`;
  if (RESERVED.test(String(tool.name))) return `function name "${tool.name}" is reserved`;
  if (tool.type === "function" && !/^[\w-]{1,64}$/.test(String(tool.name))) return `invalid function name`;
  const domains = read(tool.filters).search_domain_filter;
  return (
    unknownIn(tool, known) ??
    unknownIn(tool.filters, FILTERS) ??
    unknownIn(tool.user_location, ["city", "country", "latitude", "longitude", "region"]) ??
    (Array.isArray(domains) && domains.some((domain) => /^https?:|.{254}/.test(domain))
      ? "invalid_search_domain_filter"
      : undefined)
  );
}

function itemComplaint(item: Json): string | undefined {
  const known = ITEMS[String(item.type)];
  if (!known) return `unknown input item type "${item.type}"`;
  const parts = item.content ?? item.output;
  return (
    unknownIn(item, known) ??
    oneOf("role", item.role, ["user", "assistant", "system", "developer"]) ??
    (typeof parts === "string" || parts === undefined ? undefined : first(parts, partComplaint))
  );
}

function partComplaint(part: Json): string | undefined {
  const { image_url: address } = part;
  if (typeof address === "string" && !/^data:image\/[a-z]+;base64,|^https:\/\/.{1,2040}$/.test(address))
    return "invalid image_url";
  return unknownIn(part, ["type", "text", "image_url"]) ?? oneOf("type", part.type, ["input_text", "input_image"]);
}

function formatComplaint(format: unknown): string | undefined {
  if (format === undefined) return undefined;
  const { json_schema: schema } = read(format);
  return (
    unknownIn(format, ["type", "json_schema"]) ??
    oneOf("type", read(format).type, ["json_schema"]) ??
    unknownIn(schema, ["name", "description", "schema", "strict"]) ??
    (/^[\w-]{1,64}$/.test(String(read(schema).name)) ? undefined : "invalid json_schema.name")
  );
}

function choiceComplaint(choice: unknown): string | undefined {
  if (!isRecord(choice)) return oneOf("tool_choice", choice, ["none", "auto", "required"]);
  return unknownIn(choice, ["type", "name"]);
}

function unknownIn(value: unknown, known: readonly string[]): string | undefined {
  const name = Object.keys(read(value)).find((key) => !known.includes(key));
  return name === undefined ? undefined : `invalid request body: json: unknown field "${name}"`;
}

function oneOf(name: string, value: unknown, values: readonly string[]): string | undefined {
  return value === undefined || values.includes(String(value)) ? undefined : `invalid ${name} "${value}"`;
}

function first(list: unknown, complain: (value: Json) => string | undefined): string | undefined {
  return Array.isArray(list) ? list.map((value) => complain(read(value))).find(Boolean) : undefined;
}

function read(value: unknown): Json {
  return isRecord(value) ? value : {};
}
