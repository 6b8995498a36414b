import { hostedResponses } from "../compatible/other-dialects.ts";
import { type Block, block, list } from "../exchange/json.ts";
import { billedItem } from "../openai/billed-items.ts";
import { withoutStore } from "../openai/requests/prepare.ts";
import { responsesUsage } from "../openai/responses-usage.ts";
import type { NativeRequest, NativeText } from "../provider.ts";
import { noteIn } from "../requests/field-note.ts";
import type { Usage } from "../usage/usage.ts";
import { withResponsesEffort } from "./efforts.ts";

/**
 * xAI's Responses API. It bills the calls of its tools that succeeded, which only the usage counts
 * (https://docs.x.ai/developers/tools/tool-usage-details); an item is also a call that failed.
 */
export const xaiResponses: NativeText = {
  ...hostedResponses,
  prepare: (body, notes) => withoutStore(withResponsesEffort(body, noteIn(notes))),
  rejects,
  usage,
  billedItem: unpricedItem,
};

/** Of OpenAI's tools it has no text tools, no namespaces and no search for tools. */
function rejects({ body }: NativeRequest): boolean {
  return list(body.tools).some((tool) => UNKNOWN.has(block(tool).type));
}

const UNKNOWN = new Set<unknown>(["custom", "namespace", "tool_search"]);

/** Older usage has only the number of all requests. */
function usage(raw: Block): Usage {
  const { server_side_tool_usage_details: details, num_server_side_tools_used: calls } = raw;
  return responsesUsage(
    details || !calls ? raw : { ...raw, server_side_tool_usage_details: { web_search_calls: calls } },
  );
}

/** Code and images, which have no price here, so that the request is marked. */
const UNPRICED = new Set<unknown>(["code_interpreter_call", "image_generation_call"]);

function unpricedItem(item: Block, seen: Set<unknown>): Usage | undefined {
  return UNPRICED.has(item.type) ? billedItem(item, seen) : undefined;
}
