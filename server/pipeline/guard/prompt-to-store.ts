import type { LedgerCall } from "../budget/settle-call.ts";
import { cutToBytes } from "../streaming/bounded-json.ts";
import { maskOf } from "./content-mask.ts";
import { contentToStore } from "./stored-content.ts";

const LIMIT_BYTES = 16 * 1024;

/**
 * Returns the prompt to store with a video job, under the same settings as text content and without what guardrails
 * redacted; null if it is not stored.
 */
export function promptToStore({ principal, call }: Pick<LedgerCall, "principal" | "call">): string | null {
  const { prompt } = call.body;
  if (typeof prompt !== "string" || contentToStore(call.gateway, principal, call.body, call.id) !== "all") return null;
  const mask = maskOf(call.guard);
  return mask ? cutToBytes(mask(prompt), LIMIT_BYTES) : null;
}
