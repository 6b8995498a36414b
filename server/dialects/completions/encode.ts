import type { DialectEvent, EncodeContext, Encoder } from "../dialect.ts";
import { errorTypeOf } from "../stream-failure.ts";

/** Encodes the failure of a completion's stream. Its content is never converted, so there is nothing else to encode. */
export function encoder({ id, model, createdAt }: EncodeContext): Encoder {
  let hasFailed = false;
  return {
    encode: () => [],
    fail({ status, message, metadata }): DialectEvent[] {
      if (hasFailed) return [];
      hasFailed = true;
      const error = { code: status, message, metadata: { error_type: errorTypeOf(status), ...metadata } };
      const choice = { index: 0, text: "", logprobs: null, finish_reason: "error" };
      const data = { id, object: "text_completion", created: createdAt, model, choices: [choice], error };
      return [{ data }, { data: "[DONE]" }];
    },
  };
}
