import { expect, test } from "vitest";
import { fromResponse } from "#server/providers/errors/error.ts";

/** The rejection as the pipeline gets it. */
function refusal(status: number, error: Record<string, unknown>) {
  const body = JSON.stringify({ error });
  return fromResponse({ status, headers: {}, body }, { credential: "k", now: 0 });
}

test.each([
  // OpenAI, and servers in its dialect
  [400, { code: "context_length_exceeded", message: "Too long" }],
  [400, { message: "This model's maximum context length is 8192 tokens. However, you requested 9001 tokens." }],
  [400, { code: 400, message: "'max_tokens' is too large: this model's maximum context length is 65536 tokens" }],
  // Anthropic
  [400, { type: "invalid_request_error", message: "prompt is too long: 215000 tokens > 200000 maximum" }],
  [
    400,
    {
      type: "invalid_request_error",
      message:
        "input length and `max_tokens` exceed context limit: 190000 + 32000 > 200000, decrease input length or `max_tokens` and try again",
    },
  ],
  // Gemini
  [
    400,
    {
      status: "INVALID_ARGUMENT",
      message: "The input token count (1048577) exceeds the maximum number of tokens allowed (1048576).",
    },
  ],
  // Mistral, xAI
  [400, { message: "Prompt contains 40000 tokens, too large for model with 32768 maximum context length" }],
  [400, { message: "Input is too long for requested model." }],
  [400, { message: "This model's maximum prompt length is 131072 but the request contains 200000 tokens." }],
  // vLLM, Hugging Face, DashScope, Moonshot, Zhipu, Groq, Vertex AI
  [400, { message: "The decoder prompt (length 5000) is longer than the maximum model length of 4096." }],
  [400, { message: "The engine prompt length 5000 exceeds the max_model_len 4096. Please reduce prompt." }],
  [422, { message: "Input validation error: `inputs` must have less than 1024 tokens. Given: 1028" }],
  [422, { message: "Input validation error: `inputs` tokens + `max_new_tokens` must be <= 4097. Given: 5000" }],
  [400, { message: "Range of input length should be [1, 30720]" }],
  [400, { message: "Invalid request: Your request exceeded model token limit: 8192" }],
  [400, { code: "1261", message: "Prompt exceeds max length" }],
  [400, { message: "Please reduce the length of the messages or completion." }],
  [
    400,
    { message: "Unable to submit request because the input token count is 32769 but model only supports up to 32768" },
  ],
])("a request too long for one model goes to another: %i %o", (status, error) => {
  expect(refusal(status, error)).toMatchObject({ status, limit: "context_length", retryable: true, fault: "request" });
});

test.each([
  [
    400,
    {
      code: "unsupported_parameter",
      message: "Unsupported parameter: 'temperature' is not supported with this model.",
    },
  ],
  [400, { code: "unsupported_value", message: "'reasoning_effort' does not support 'minimal' with this model." }],
  [400, { message: "This model does not support image input" }],
  [422, { message: "Unsupported file type: application/msword" }],
  [400, { message: "Image input modality is not enabled for models/gemma-3-1b-it" }],
  [400, { message: "llama-3.1-8b is not a multimodal model" }],
  [400, { message: "messages[0]: unknown variant `image_url`, expected `text` at line 1 column 99" }],
  [400, { message: "messages[0].content must be a string" }],
  [400, { message: '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set' }],
  [
    413,
    {
      code: "rate_limit_exceeded",
      message: "Request too large for model `m` on tokens per minute (TPM): Limit 6000, Requested 9000",
    },
  ],
  [413, { code: "tokens_limit_reached", message: "Request body too large for gpt-4o model. Max size: 8000 tokens." }],
  [
    400,
    {
      message:
        "max_completion_tokens must be less than or equal to 40960, the maximum value for max_completion_tokens is less than the context_window for this model",
    },
  ],
  [400, { message: "Invalid max_tokens value, the valid range of max_tokens is [1, 8192]" }],
  [400, { message: "Range of max_tokens should be [1, 8192]" }],
  [400, { message: "it has a maxOutputTokens value of 32000 but the supported range is from 1 (inclusive) to 8193" }],
  [400, { message: "max_tokens: 32000 > 8192, which is the maximum allowed number of output tokens for this model" }],
  [400, { message: "max_tokens is too large: 100000. This model supports at most 16384 completion tokens" }],
])("a request that one model does not support goes to another: %i %o", (status, error) => {
  expect(refusal(status, error)).toMatchObject({ status, limit: "input", retryable: true });
});

test.each([
  [400, { code: "content_policy_violation", message: "Rejected" }],
  [
    400,
    {
      code: "content_filter",
      innererror: { code: "ResponsibleAIPolicyViolation" },
      message: "The response was filtered",
    },
  ],
  [400, { code: "invalid_prompt", message: "Your prompt was flagged as potentially violating our usage policy." }],
  [403, { message: "Input flagged", metadata: { reasons: ["violence"], flagged_input: "x" } }],
])("a policy violation goes to another model only if the caller allows it: %i %o", (status, error) => {
  expect(refusal(status, error)).toMatchObject({ limit: "content_policy", retryable: false });
});

test.each([
  [400, { message: "messages.0.role: field required" }],
  [400, { code: "invalid_value", message: "Invalid value: 'foo'. Supported values are: 'low', 'high'." }],
  [413, { message: "Request body too large" }],
  [422, { message: "tools: input should be a list" }],
  [400, { message: "Invalid 'input[3].id': 'abc'." }],
])("any other error is returned: %i %o", (status, error) => {
  const failure = refusal(status, error);
  expect(failure).toMatchObject({ retryable: false, fault: "request" });
  expect(failure.limit).toBeUndefined();
});
