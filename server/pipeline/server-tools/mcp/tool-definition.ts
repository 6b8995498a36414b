import { hash } from "node:crypto";
import type { Tool } from "@modelcontextprotocol/sdk/types.js";
import type { ToolDefinition } from "#server/data/mcp-servers.ts";

const NAME = /^[A-Za-z0-9_./-]{1,128}$/;
/** Size limit of a whole definition, as JSON. */
const MAX_CHARACTERS = 64 * 1024;
const MAX_DEPTH = 32;
const MAX_VALUES = 5_000;

/**
 * Returns a server's definition of a tool, with its hash; undefined for a definition that is too large or too deep, or has
 * text that no database can store. Such definitions are usually attacks on their readers.
 */
export function definitionOf({ name, title, description, inputSchema }: Tool): ToolDefinition | undefined {
  const said = { title: title ?? null, description: description ?? "", inputSchema };
  if (!NAME.test(name) || !isWithinBounds(said)) return undefined;
  const text = JSON.stringify(sortFields({ name, ...said }));
  if (text.length > MAX_CHARACTERS) return undefined;
  return { ...said, hash: hash("sha256", text, "hex") };
}

/** Without recursion, since the depth is unknown. */
function isWithinBounds(value: unknown): boolean {
  let level: unknown[] = [value];
  let values = 0;
  for (let depth = 0; level.length > 0; depth++) {
    values += level.length;
    if (depth > MAX_DEPTH || values > MAX_VALUES) return false;
    const next: unknown[] = [];
    for (const one of level) {
      if (typeof one === "string" && !isStorable(one)) return false;
      if (typeof one !== "object" || one === null) continue;
      if (!Array.isArray(one) && !Object.keys(one).every(isStorable)) return false;
      for (const inner of Object.values(one)) next.push(inner);
    }
    level = next;
  }
  return true;
}

function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes("\u0000");
}

/** The order of fields does not matter. */
function sortFields(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortFields);
  if (typeof value !== "object" || value === null) return value;
  const fields = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(fields.map(([name, field]) => [name, sortFields(field)]));
}
