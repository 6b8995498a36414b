import { describe, expect, test } from "vitest";
import { customProvider } from "#server/providers/custom/custom.ts";
import type { DialectId, NativeText, Provider } from "#server/providers/provider.ts";
import { providers } from "#server/providers/registry.ts";

function provider(id: string): Provider {
  const found = providers.get(id);
  if (!found) throw new Error(`no provider ${id}`);
  return found;
}

function native(id: string, dialect: DialectId): NativeText {
  const found = provider(id).native?.[dialect];
  if (!found) throw new Error(`${id} does not speak ${dialect}`);
  return found;
}

test.each([
  ["openai", "responses", "https://api.openai.com/v1/responses"],
  ["openai", "chat", "https://api.openai.com/v1/chat/completions"],
  ["anthropic", "messages", "https://api.anthropic.com/v1/messages"],
  ["openrouter", "messages", "https://openrouter.ai/api/v1/messages"],
  ["openrouter", "responses", "https://openrouter.ai/api/v1/responses"],
  ["openrouter", "chat", "https://openrouter.ai/api/v1/chat/completions"],
  ["groq", "chat", "https://api.groq.com/openai/v1/chat/completions"],
  ["deepseek", "chat", "https://api.deepseek.com/chat/completions"],
  ["deepseek", "messages", "https://api.deepseek.com/anthropic/v1/messages"],
  ["xai", "responses", "https://api.x.ai/v1/responses"],
  ["ollama", "chat", "http://127.0.0.1:11434/v1/chat/completions"],
] as const)("%s accepts %s at its documented address", (id, dialect, url) => {
  expect(provider(id).baseUrl + native(id, dialect).path).toBe(url);
});

test("the credential is sent where each dialect expects it, if there is one", () => {
  expect(native("openai", "responses").headers("key")).toEqual({ authorization: "Bearer key" });
  expect(native("groq", "chat").headers("key")).toEqual({ authorization: "Bearer key" });
  expect(native("ollama", "chat").headers("")).toEqual({});
  expect(native("anthropic", "messages").headers("key")).toEqual({
    "x-api-key": "key",
    "anthropic-version": "2023-06-01",
  });
});

test("a provider that neither defines the dialect nor is its cloud has its reasoning sealed", () => {
  const server = { id: "acme", name: "Acme", baseUrl: "https://llm.acme.example" };
  const adapters = [...providers.values(), customProvider({ ...server, api: "anthropic" })];
  const speaking = (dialect: DialectId) => adapters.filter((one) => one.native?.[dialect]);
  const sealed = (["responses", "messages"] as const).map((dialect) =>
    speaking(dialect).flatMap(({ id, native: own }) => (own?.[dialect]?.sealsReasoning ? [id] : [])),
  );
  expect(sealed).toEqual([
    ["openrouter", "xai"],
    ["openrouter", "deepseek", "acme"],
  ]);
  const others = (["responses", "messages"] as const).map((dialect) =>
    speaking(dialect).flatMap(({ id, native: own }) => (own?.[dialect]?.sealsReasoning ? [] : [id])),
  );
  expect(others).toEqual([["openai", "azure"], ["anthropic"]]);
});

test("the caller's beta features reach Anthropic", () => {
  expect(native("anthropic", "messages").callerHeaders).toContain("anthropic-beta");
});

describe("changes to a body that passes through", () => {
  const chat = { model: "m", messages: [], unknown_field: { kept: [1, null] }, top_p: 0.5 };

  test("usage is requested for a chat stream", () => {
    const stream = { ...chat, stream: true };
    const sent = { ...stream, stream_options: { include_usage: true } };
    expect(native("openai", "chat").prepare?.(stream, [])).toEqual(sent);
    expect(native("openrouter", "chat").prepare?.(stream, [])).toEqual(sent);
  });

  test("usage is requested even if the caller declines it, keeping other stream options", () => {
    const stream_options = { include_usage: false, include_obfuscation: false };
    const stream = { ...chat, stream: true, stream_options };
    for (const id of ["openai", "groq"]) {
      const sent = native(id, "chat").prepare?.(stream, []);
      expect(sent?.stream_options).toEqual({ include_usage: true, include_obfuscation: false });
    }
  });

  test("OpenAI's chat gets the token limit under the name that all its models accept", () => {
    const prepare = native("openai", "chat").prepare;
    expect(prepare?.({ ...chat, max_tokens: 5 }, [])).toEqual({ ...chat, max_completion_tokens: 5 });
    const both = { ...chat, max_tokens: 5, max_completion_tokens: 7 };
    expect(prepare?.(both, [])).toEqual({ ...chat, max_completion_tokens: 7 });
    expect(native("groq", "chat").prepare?.(both, [])).toEqual(both);
  });

  test("a whole chat request is unchanged", () => {
    expect(native("openai", "chat").prepare?.(chat, [])).toEqual(chat);
  });

  test("Mistral never gets the field it rejects", () => {
    const stream = { ...chat, stream: true, stream_options: { include_usage: true } };
    expect(native("mistral", "chat").prepare?.(stream, [])).toEqual({ ...chat, stream: true });
  });

  test("responses are not stored at OpenAI", () => {
    const body = { model: "m", input: "hi", max_output_tokens: 5, include: ["reasoning.encrypted_content"] };
    expect(native("openai", "responses").prepare?.(body, [])).toEqual({ ...body, store: false });
  });

  test("a message without max_tokens gets the limit that Anthropic requires, above its thinking budget", () => {
    const prepare = native("anthropic", "messages").prepare;
    const body = { model: "m", messages: [], cache_control: { type: "ephemeral" } };
    expect(prepare?.({ ...body, max_tokens: 10 }, [])).toEqual({ ...body, max_tokens: 10 });
    expect(prepare?.(body, [])).toEqual({ ...body, max_tokens: 4096 });
    const thinking = { type: "enabled", budget_tokens: 10_000 };
    expect(prepare?.({ ...body, thinking }, [])).toEqual({ ...body, thinking, max_tokens: 14_096 });
  });

  test("the caller's own body is not modified", () => {
    const body = Object.freeze({ ...chat, stream: true, stream_options: Object.freeze({ include_usage: true }) });
    for (const id of ["openai", "mistral"]) native(id, "chat").prepare?.(body, []);
    expect(body.stream_options).toEqual({ include_usage: true });
  });
});
