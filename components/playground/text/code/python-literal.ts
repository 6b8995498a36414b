/** Returns a JSON value as Python source, indented by four spaces from `depth` levels on. */
export function pythonLiteral(value: unknown, depth = 0): string {
  if (value === null || value === undefined) return "None";
  if (value === true) return "True";
  if (value === false) return "False";
  if (typeof value === "number") return String(value);
  // JSON string escapes are the same in Python; characters outside the basic plane are unchanged.
  if (typeof value === "string") return JSON.stringify(value);
  return Array.isArray(value) ? list(value, depth) : dictionary(value as object, depth);
}

function list(values: readonly unknown[], depth: number): string {
  if (values.length === 0) return "[]";
  return block(
    "[",
    "]",
    depth,
    values.map((value) => pythonLiteral(value, depth + 1)),
  );
}

function dictionary(record: object, depth: number): string {
  const entries = Object.entries(record);
  if (entries.length === 0) return "{}";
  return block(
    "{",
    "}",
    depth,
    entries.map(([key, value]) => `${JSON.stringify(key)}: ${pythonLiteral(value, depth + 1)}`),
  );
}

function block(open: string, close: string, depth: number, lines: readonly string[]): string {
  const inner = "    ".repeat(depth + 1);
  return `${open}\n${lines.map((line) => `${inner}${line},\n`).join("")}${"    ".repeat(depth)}${close}`;
}
