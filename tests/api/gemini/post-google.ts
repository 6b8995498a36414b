import type { Body } from "#server/dialects/dialect.ts";
import type { TestGateway } from "#tests/support/servers/gateway.ts";

export type Method = "generateContent" | "streamGenerateContent" | "countTokens";

/** Returns a function that sends a request in Google's form; `reply` is its parsed response, unless it is a stream. */
export function poster(gateway: Pick<TestGateway, "url" | "managementKey">) {
  return async (model: string, method: Method, body: Body, { key = gateway.managementKey, search = "" } = {}) => {
    const response = await fetch(
      `${gateway.url}/api/v1/gemini/models/${encodeURIComponent(model)}/${method}${search}`,
      {
        method: "POST",
        headers: { "content-type": "application/json", "x-goog-api-key": key, "x-service-metadata": "enabled" },
        body: JSON.stringify(body),
      },
    );
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      text,
      reply: method.startsWith("stream") ? undefined : JSON.parse(text),
    };
  };
}

/** Returns a request whose only turn is a text. */
export const saying = (text: string) => ({ contents: [{ role: "user", parts: [{ text }] }] });
