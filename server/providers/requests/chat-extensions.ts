import type { NativeText } from "../provider.ts";

/** Fields of this API's chat bodies that OpenAI's have not: most providers reject some of them. */
const EXTENSIONS: ReadonlySet<string> = new Set([
  ...["top_k", "min_p", "top_a", "repetition_penalty", "include_reasoning", "transforms", "structured_outputs"],
  ...["usage", "cache_control"],
]);

/** Returns whether a field of a chat body is one of this API's extensions that the endpoint does not take. */
export function isForeignExtension(name: string, { extensions = [] }: Pick<NativeText, "extensions">): boolean {
  return extensions !== "all" && EXTENSIONS.has(name) && !extensions.includes(name);
}
