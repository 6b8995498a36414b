/** Returns an instruction to respond with JSON that matches `schema`, if any. `description` says what the JSON is for. */
export function formatInstruction(schema?: unknown, description?: unknown): string {
  const alone = "Respond with JSON alone, without Markdown around it.";
  if (schema === undefined) return alone;
  const described = typeof description === "string" ? `${description}\n` : "";
  return `${alone} It must match this JSON schema:\n${described}${JSON.stringify(schema)}`;
}
