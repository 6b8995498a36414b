import type { Block } from "../exchange/json.ts";

export function tokenHeader(credential: string): Record<string, string> {
  return { authorization: `Token ${credential}` };
}

/** Options that would send the result elsewhere and thus bypass output rules and billing. */
const NOT_PASSED_ON = new Set(["callback", "callback_method"]);

/** Returns Deepgram's settings as a query string: the caller's options, overridden by ours. */
export function queryOf(options: Block, own: Record<string, string>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(options)) {
    if (name in own || NOT_PASSED_ON.has(name)) continue;
    for (const item of Array.isArray(value) ? value : [value]) {
      if (["string", "number", "boolean"].includes(typeof item)) query.append(name, String(item));
    }
  }
  for (const [name, value] of Object.entries(own)) query.append(name, value);
  return query.toString();
}
