import { isRecord } from "#lib/is-record.ts";
import { chatUsage } from "../openai/chat-usage.ts";
import { withCompletionLimit, withStreamUsage } from "../openai/requests/prepare.ts";
import type { NativeRequest, NativeText } from "../provider.ts";
import { hasCustomTools } from "../requests/custom-tools.ts";
import { callsArn } from "./credential.ts";

/** OpenAI's open-weight models, in this account or through a profile. */
export const OPEN_WEIGHT = /^(?:[a-z-]+\.)?openai\.gpt-oss-\d/;

/** https://docs.aws.amazon.com/bedrock/latest/userguide/inference-chat-completions.html */
export const openWeightChat: NativeText = {
  path: "/openai/v1/chat/completions",
  headers: () => ({}),
  prepare: (body) => withCompletionLimit(withStreamUsage(body)),
  lacksReasoningDetails: true,
  lacksWebSearch: true,
  usage: chatUsage,
};

/**
 * Returns whether a chat request must go through Converse: the chat endpoint has only functions as tools, ignores JSON
 * schemas, stops within the reasoning, and rejects application inference profiles.
 */
export function needsConverse({ body, model, credential }: NativeRequest): boolean {
  const { response_format: format, stop } = body;
  if (hasCustomTools({ body })) return true;
  if (isRecord(format) && format.type !== "text") return true;
  if (Array.isArray(stop) ? stop.length > 0 : typeof stop === "string") return true;
  return callsArn(credential, model);
}
