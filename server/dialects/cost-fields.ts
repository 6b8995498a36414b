import type { LanguageModelV4Usage } from "@ai-sdk/provider";
import type { Body, EncodeContext } from "./dialect.ts";

/**
 * What a reply's usage says of money: USD charged here, which is none when the caller's own provider key pays. Nothing
 * where the upstream has counted nothing: what is charged is estimated then, after the reply.
 */
export function costFields(usage: LanguageModelV4Usage, { cost, isByok }: EncodeContext): Body {
  if (usage.inputTokens.total === undefined && usage.outputTokens.total === undefined) return {};
  const usd = cost?.(usage);
  if (usd === undefined) return {};
  return { cost: isByok ? 0 : usd, ...(isByok !== undefined && { is_byok: isByok }) };
}
