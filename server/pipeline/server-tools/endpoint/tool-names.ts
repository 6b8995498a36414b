import { hash } from "node:crypto";

const LONGEST = 64;
const HASH_CHARACTERS = 8;

/**
 * Returns the name of a server's tool at our own MCP endpoint: `<slug>__<tool>`. Model APIs take at most 64 letters,
 * digits, hyphens and underscores, so any other name ends in a hash.
 */
export function endpointName(slug: string, tool: string): string {
  const name = `${slug}__${tool}`;
  if (/^[\w-]{1,64}$/.test(name)) return name;
  const start = name.replace(/[^\w-]/g, "_").slice(0, LONGEST - HASH_CHARACTERS - 1);
  return `${start}_${hash("sha256", name, "hex").slice(0, HASH_CHARACTERS)}`;
}
