/** Returns the instruction that stands in for a JSON format of the response. `schema`, `description`: of the format. */
export function formatInstruction(schema?: unknown, description?: unknown): string {
  const alone = "Respond with JSON alone, without Markdown around it.";
  if (schema === undefined) return alone;
  const described = typeof description === "string" ? `${description}\n` : "";
  return `${alone} It must match this JSON schema:\n${described}${JSON.stringify(schema)}`;
}
