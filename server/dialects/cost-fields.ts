import type { LanguageModelV4Usage } from "@ai-sdk/provider";
import type { Body, EncodeContext } from "./dialect.ts";

/**
 * Returns the cost fields of a response's usage: USD charged by the gateway, 0 with a BYOK credential. Empty if the
 * upstream reported no usage, since the cost is then estimated after the response.
 */
export function costFields(usage: LanguageModelV4Usage, { cost, isByok }: EncodeContext): Body {
  if (usage.inputTokens.total === undefined && usage.outputTokens.total === undefined) return {};
  const usd = cost?.(usage);
  if (usd === undefined) return {};
  return { cost: isByok ? 0 : usd, ...(isByok !== undefined && { is_byok: isByok }) };
}
