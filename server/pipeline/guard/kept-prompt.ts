import type { LedgerCall } from "../budget/settle-call.ts";
import { cutToBytes } from "../streaming/bounded-json.ts";
import { maskOf } from "./content-mask.ts";
import { keepsContent } from "./kept-content.ts";

const LIMIT_BYTES = 16 * 1024;

/**
 * What a video is asked for, as it is kept with its job: by the same settings as what text calls say, and less what
 * guardrails took out. Null where it is not kept.
 */
export function keptPrompt({ principal, call }: Pick<LedgerCall, "principal" | "call">): string | null {
  const { prompt } = call.body;
  if (typeof prompt !== "string" || !keepsContent(call.gateway, principal, call.body, call.id)) return null;
  const mask = maskOf(call.guard);
  return mask ? cutToBytes(mask(prompt), LIMIT_BYTES) : null;
}
