import type { Block } from "../exchange/json.ts";
import type { Usage } from "../usage/usage.ts";
import { chatUsage } from "./chat-usage.ts";

/** Reads a response's `usage`, which has the same facts as a chat completion's under other names. */
export function responsesUsage(raw: Block): Usage {
  return chatUsage({
    ...raw,
    prompt_tokens: raw.input_tokens,
    prompt_tokens_details: raw.input_tokens_details,
    completion_tokens: raw.output_tokens,
    completion_tokens_details: raw.output_tokens_details,
  });
}
