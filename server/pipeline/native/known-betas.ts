import { keepKnownBetas } from "#server/providers/anthropic/cloud-betas.ts";
import type { NativeText } from "#server/providers/provider.ts";

const HEADER = "anthropic-beta";

/**
 * Returns headers whose `anthropic-beta` names only betas that the endpoint knows: clouds reject a request that names
 * any other, and agents always name some. `notes` lists those that are dropped.
 */
export function withKnownBetas(
  headers: Record<string, string>,
  { betas: known }: NativeText,
  notes: string[],
): Record<string, string> {
  const { [HEADER]: given, ...others } = headers;
  if (!known || given === undefined) return headers;
  const names = given.split(",").map((name) => name.trim());
  const kept = keepKnownBetas(names, known);
  for (const name of names) {
    if (name !== "" && !known.names.includes(name) && !known.parts[name]) notes.push(`${HEADER} ${name}: dropped`);
  }
  return kept.length > 0 ? { ...others, [HEADER]: kept.join(",") } : others;
}
