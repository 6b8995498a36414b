import { withMaxTokens } from "../anthropic/prepare.ts";
import { messagesUsage } from "../anthropic/usage.ts";
import { bearer } from "../openai/bearer.ts";
import { billedItem } from "../openai/billed-items.ts";
import { withoutStore } from "../openai/requests/prepare.ts";
import { responsesUsage } from "../openai/responses-usage.ts";
import type { NativeText } from "../provider.ts";
import { anthropicToolIds, openaiToolIds } from "../requests/tool-ids.ts";

/** The Responses API as other providers serve it alongside chat completions. They must store nothing. */
export const hostedResponses: NativeText = {
  path: "/responses",
  headers: bearer,
  prepare: withoutStore,
  toolIds: openaiToolIds,
  sealsReasoning: true,
  usage: responsesUsage,
  billedItem,
};

/** Anthropic's Messages API as other providers serve it. `path`: appended to the base URL of chat completions. */
export function hostedMessages(path: string, more: Pick<NativeText, "lacksWebSearch" | "prepare"> = {}): NativeText {
  return {
    path,
    headers: (credential) => ({ ...bearer(credential), "anthropic-version": "2023-06-01" }),
    callerHeaders: ["anthropic-beta"],
    prepare: withMaxTokens,
    toolIds: anthropicToolIds,
    sealsReasoning: true,
    usage: messagesUsage,
    ...more,
  };
}
