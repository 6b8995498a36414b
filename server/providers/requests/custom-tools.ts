import { block, list } from "../exchange/json.ts";
import type { NativeRequest } from "../provider.ts";

/** Returns whether a request has tools that take text instead of arguments, which few providers other than OpenAI know. */
export function hasCustomTools({ body }: Pick<NativeRequest, "body">): boolean {
  return list(body.tools).some((tool) => block(tool).type === "custom");
}
