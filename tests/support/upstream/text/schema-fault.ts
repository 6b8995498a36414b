/** What Anthropic and OpenAI reject in the schema of a function's arguments; undefined if they take it. */
export function schemaFault(schema: unknown): "type" | "alternatives" | "properties" | undefined {
  const { type, properties, ...others } = (schema ?? {}) as Record<string, unknown>;
  if (type !== "object") return "type";
  if (["oneOf", "anyOf", "allOf"].some((name) => name in others)) return "alternatives";
  return properties === undefined ? "properties" : undefined;
}

/** Returns the message of OpenAI's error for the first function whose schema it rejects. */
export function functionFault(tools: unknown): string | undefined {
  for (const tool of (tools ?? []) as Record<string, unknown>[]) {
    if (tool.type === "namespace") return functionFault(tool.tools);
    const { name, parameters, strict } = (tool.function ?? tool) as Record<string, unknown>;
    const fault = tool.type === "function" && parameters && !strict ? schemaFault(parameters) : undefined;
    if (fault === "properties")
      return `Invalid schema for function '${name}': In context=(), object schema missing properties.`;
    if (fault)
      return `Invalid schema for function '${name}': schema must have type 'object' and not have 'oneOf'/'anyOf'/'allOf'/'enum'/'not' at the top level.`;
  }
  return undefined;
}
