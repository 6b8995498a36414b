import { pickFields, type TokenCount } from "../token-count.ts";

/** All fields that the endpoint accepts: https://developers.openai.com/api/reference/resources/responses */
const COUNTED = [
  "model",
  "input",
  "instructions",
  "conversation",
  "previous_response_id",
  "tools",
  "tool_choice",
  "parallel_tool_calls",
  "reasoning",
  "text",
  "truncation",
];

export const openaiTokenCount: TokenCount = {
  request: (url, body) => ({ url: `${url}/input_tokens`, body: pickFields(body, COUNTED) }),
  field: "input_tokens",
};
