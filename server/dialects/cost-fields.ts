import type { LanguageModelV4Usage } from "@ai-sdk/provider";
import { isRecord } from "#lib/is-record.ts";
import type { Body, EncodeContext } from "./dialect.ts";

/**
 * Returns the fields that the gateway adds to a response's usage: the USD it charges, and the server tools that it ran.
 * There is no cost if the upstream reported no usage, since usage is then estimated after the response.
 */
export function costFields(usage: LanguageModelV4Usage, context: EncodeContext): Body {
  return { ...cost(usage, context), ...serverToolUse(usage, context) };
}

function cost(usage: LanguageModelV4Usage, { cost, isByok }: EncodeContext): Body {
  if (usage.inputTokens.total === undefined && usage.outputTokens.total === undefined) return {};
  const usd = cost?.(usage);
  if (usd === undefined) return {};
  return { cost: usd, ...(isByok !== undefined && { is_byok: isByok }) };
}

/** Adds the gateway's tool calls to the provider's own counts, under the same names. */
function serverToolUse({ raw }: LanguageModelV4Usage, { toolUses }: EncodeContext): Body {
  const uses = toolUses?.();
  const [searches, fetches] = [uses?.get("web_search") ?? 0, uses?.get("web_fetch") ?? 0];
  if (searches + fetches === 0) return {};
  const provider = isRecord(raw?.server_tool_use) ? raw.server_tool_use : {};
  const sum = (name: string, ours: number) => ours + (typeof provider[name] === "number" ? provider[name] : 0);
  return {
    server_tool_use: {
      ...provider,
      web_search_requests: sum("web_search_requests", searches),
      web_fetch_requests: sum("web_fetch_requests", fetches),
    },
  };
}
