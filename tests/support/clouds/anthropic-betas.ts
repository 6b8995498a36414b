/** What clouds take in `anthropic-beta`: both reject a request that names any other beta. */
const BEDROCK =
  /^(computer-use-\d{4}-\d\d-\d\d|token-efficient-tools-2025-02-19|interleaved-thinking-2025-05-14|output-128k-2025-02-19|dev-full-thinking-2025-05-14|context-1m-2025-08-07|context-management-2025-06-27|effort-2025-11-24|tool-search-tool-2025-10-19|tool-examples-2025-10-29|fine-grained-tool-streaming-2025-05-14)$/;
const UNKNOWN_TO_VERTEX = /^(advanced-tool-use|prompt-caching-scope|thinking-token-count|mcp-servers|other-)/;

/** Returns the message of Bedrock's error for the betas of a body. */
export function bedrockComplaint(betas: unknown): string | undefined {
  const isKnown = Array.isArray(betas) ? betas.every((name) => BEDROCK.test(name)) : betas === undefined;
  return isKnown ? undefined : "The model returned the following errors: invalid beta flag";
}

/** Returns the message of Vertex AI's error for the header. */
export function vertexComplaint(header: string | undefined): string | undefined {
  const unknown = (header ?? "").split(",").find((name) => UNKNOWN_TO_VERTEX.test(name.trim()));
  return unknown && `Unexpected value(s) \`${unknown}\` for the \`anthropic-beta\` header.`;
}

/** Bedrock's copy of the schema of messages lacks some fields of tools, and for later models the output format. */
export function bedrockFieldComplaint(model: string, body: Record<string, unknown>): string | undefined {
  const tools = (body.tools ?? []) as Record<string, unknown>[];
  const eager = tools.findIndex((tool) => "eager_input_streaming" in tool);
  if (eager >= 0) return `tools.${eager}.custom.eager_input_streaming: Extra inputs are not permitted`;
  return /claude-(sonnet-4-5|opus-4-[56])/.test(model) ? undefined : schemaComplaint(body);
}

/** Claude at Vertex AI, and later models at Bedrock, take no schemas; neither cloud has Anthropic's tiers. */
export function schemaComplaint(body: Record<string, unknown>): string | undefined {
  if ("service_tier" in body) return "service_tier: Extra inputs are not permitted";
  const tools = (body.tools ?? []) as Record<string, unknown>[];
  const strict = tools.findIndex((tool) => "strict" in tool);
  if (strict >= 0) return `tools.${strict}.custom.strict: Extra inputs are not permitted`;
  const { format } = (body.output_config ?? {}) as { format?: unknown };
  return format === undefined ? undefined : "output_config.format: Extra inputs are not permitted";
}
