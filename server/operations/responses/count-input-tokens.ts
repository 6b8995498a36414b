import { countInputTokens as endpoint } from "#lib/contract/responses.ts";
import { responses } from "#server/dialects/responses/responses.ts";
import { operation } from "#server/http/operation.ts";
import { countInput } from "../count-input.ts";

export const countInputTokens = operation(endpoint)((gateway, call) =>
  countInput(gateway, responses, call, (input_tokens) => ({
    object: "response.input_tokens" as const,
    input_tokens,
  })),
);
