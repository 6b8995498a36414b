import { describe, expect, test } from "vitest";
import { fromResponse } from "#server/providers/errors/error.ts";

function failure(status: number, body: unknown) {
  return fromResponse({ status, headers: {}, body: JSON.stringify(body) }, { credential: "key-of-nobody", now: 0 });
}

const google = (reason: string, message: string) => ({
  error: {
    code: 403,
    message,
    status: "PERMISSION_DENIED",
    details: [{ "@type": "type.googleapis.com/google.rpc.ErrorInfo", reason, domain: "googleapis.com" }],
  },
});
const openAi = (message: string, code: string | null = null) => ({
  error: { message, type: "invalid_request_error", param: null, code },
});

describe("a rejected credential", () => {
  test.each([
    ["OpenAI's wrong key", 401, openAi("Incorrect API key provided: sk-...", "invalid_api_key")],
    ["Anthropic's wrong key", 401, { error: { type: "authentication_error", message: "invalid x-api-key" } }],
    ["an empty account", 402, { error: { message: "Insufficient Balance" } }],
    ["Google's wrong key", 400, { error: { code: 400, message: "API key not valid. Please pass a valid API key." } }],
    ["Google's suspended key", 403, google("CONSUMER_SUSPENDED", "Permission denied: Consumer has been suspended.")],
    ["Google's disabled API", 403, google("SERVICE_DISABLED", "It is disabled. Enable it and retry.")],
    ["AWS's unknown key", 403, { message: "The security token included in the request is invalid." }],
    ["AWS's wrong signature", 403, { message: "The request signature we calculated does not match yours." }],
    ["Bedrock's wrong API key", 403, { Message: "Authentication failed: Please make sure your API Key is valid." }],
    ["xAI's blocked key", 403, { code: "denied", error: "Your API key has been disabled." }],
    ["OpenAI's unserved country", 403, openAi("Country not supported", "unsupported_country_region_territory")],
  ])("is rejected for everything: %s", (_, status, body) => {
    expect(failure(status, body)).toMatchObject({ fault: "credential", rejects: "credential", retryable: true });
  });

  test.each([
    ["OpenAI's project without the model", 403, openAi("Project `proj_1` does not have access to model `m`")],
    ["OpenAI's restricted key", 401, openAi("You have insufficient permissions. Missing scopes: api.responses.write.")],
    ["Bedrock's model access", 403, { message: "You don't have access to the model with the specified model ID." }],
    ["Google's blocked method", 403, google("API_KEY_SERVICE_BLOCKED", "Requests to this method are blocked.")],
    ["Groq's blocked model", 403, { error: { message: "The model `m` is blocked at the organization level." } }],
    ["Anthropic's permission error", 403, { error: { type: "permission_error", message: "No permission." } }],
    ["a page of a firewall", 403, "<html>Sorry, you have been blocked</html>"],
  ])("is rejected for one model: %s", (_, status, body) => {
    expect(failure(status, body)).toMatchObject({ fault: "credential", rejects: "model", retryable: true });
  });

  test("is not rejected for others when one request is too expensive for its balance", () => {
    const message =
      "This request requires more credits, or fewer max_tokens. You requested up to 9, but can only afford 3";
    expect(failure(402, { error: { message } })).toMatchObject({ fault: "credential", rejects: "request" });
  });

  test("is not at fault when the provider rejects the texts of a request", () => {
    const body = { code: "denied", error: "Content violates usage guidelines. Failed check: SAFETY_CHECK_TYPE_X" };
    const error = failure(403, body);
    expect(error).toMatchObject({ fault: "request", limit: "content_policy", retryable: false });
    expect(error.rejects).toBeUndefined();
    const relayed = failure(403, relaying(JSON.stringify(body), 403));
    expect(relayed).toMatchObject({ fault: "request", limit: "content_policy", message: body.error });
  });

  test("is not at fault when a gateway's own provider rejects the gateway's key", () => {
    expect(failure(400, relaying({ error: { message: "Invalid API key" } }, 400))).toMatchObject({ fault: "request" });
  });
});

/** An error of OpenRouter whose own message says nothing. */
function relaying(raw: unknown, code: number) {
  return { error: { code, message: "Provider returned error", metadata: { provider_name: "P", raw } } };
}

test.each([
  ["JSON", '{"error":{"message":"maximum context length is 9 tokens"}}', "maximum context length is 9 tokens"],
  ["a text", "The maximum context length is 9 tokens", "The maximum context length is 9 tokens"],
  ["an object", { message: "maximum context length is 9 tokens" }, "maximum context length is 9 tokens"],
])("the cause that a gateway relays as %s is the message, and counts as one", (_, raw, message) => {
  expect(failure(400, relaying(raw, 400))).toMatchObject({ message, limit: "context_length", retryable: true });
});

test.each([undefined, "", "<html>", "Provider returned error"])(
  "a relayed cause %j leaves the message as it is",
  (raw) => {
    expect(failure(502, relaying(raw, 502)).message).toBe("Provider returned error");
  },
);
