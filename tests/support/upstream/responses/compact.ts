import type { Endpoint, EndpointResponse, Exchange } from "../endpoint.ts";
import { openai } from "../openai/conventions.ts";

type Item = Record<string, unknown>;

/**
 * OpenAI's compaction: the messages of the user, and an encrypted item for all else.
 * https://developers.openai.com/api/reference/resources/responses/methods/compact
 */
export const compact: Endpoint = {
  method: "POST",
  path: /\/responses\/compact$/,
  conventions: openai,
  answer: shorten,
};

function shorten({ request, newId, nowSeconds }: Exchange): EndpointResponse {
  const { input } = (request.body ?? {}) as { input?: unknown };
  const items = (Array.isArray(input) ? input : [{ role: "user", content: input }]) as Item[];
  const kept = items.filter(({ role }) => role === "user").map(({ content }) => messageOf(newId("msg_"), content));
  return {
    json: {
      id: newId("resp_"),
      object: "response.compaction",
      created_at: nowSeconds,
      output: [...kept, { id: newId("cmp_"), type: "compaction", encrypted_content: "gAAAA-compacted" }],
      usage: {
        input_tokens: 139,
        input_tokens_details: { cached_tokens: 39 },
        output_tokens: 438,
        output_tokens_details: { reasoning_tokens: 64 },
        total_tokens: 577,
      },
    },
  };
}

function messageOf(id: string, content: unknown): Item {
  const parts = typeof content === "string" ? [{ type: "input_text", text: content }] : content;
  return { id, type: "message", status: "completed", role: "user", content: parts };
}
