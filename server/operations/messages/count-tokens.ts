import { countTokens as endpoint } from "#lib/contract/messages.ts";
import { messages } from "#server/dialects/messages/messages.ts";
import { operation } from "#server/http/operation.ts";
import { countInput } from "../count-input.ts";

export const countTokens = operation(endpoint)((gateway, call) =>
  countInput(gateway, messages, call, (input_tokens) => ({ input_tokens })),
);
