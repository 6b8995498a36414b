import { describe, expect, test } from "vitest";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";

const upstream = sharedUpstream();
const gateway = sharedGateway({
  upstream,
  providers: ["openai", "anthropic", "xai"],
  env: { PRIVATE_URL_PROVIDERS: "xai" },
});

const GPT = "openai/gpt-4o-mini";
const CLAUDE = "anthropic/claude-sonnet-4.5";
const GROK = "x-ai/grok-4";

const chat = (url: string) => ({ messages: [{ role: "user", content: [{ type: "image_url", image_url: { url } }] }] });
const responses = (url: string) => ({
  input: [{ type: "message", role: "user", content: [{ type: "input_image", image_url: url }] }],
});
const messages = (url: string) => ({
  max_tokens: 100,
  messages: [{ role: "user", content: [{ type: "image", source: { type: "url", url } }] }],
});
const toolResult = (url: string) => ({
  input: [
    { type: "function_call", call_id: "c1", name: "look", arguments: "{}" },
    { type: "function_call_output", call_id: "c1", output: [{ type: "input_image", image_url: url }] },
  ],
});
const file = (url: string) => ({
  input: [{ type: "message", role: "user", content: [{ type: "input_file", file_url: url }] }],
});
const variable = (url: string) => ({
  input: "Hi",
  prompt: { id: "p", variables: { file: { type: "input_file", file_url: url } } },
});

const cases: [string, string, (url: string) => object, string][] = [
  ["/chat/completions", GPT, chat, "messages[0].content[0].image_url"],
  ["/chat/completions", CLAUDE, chat, "messages[0].content[0].image_url"],
  ["/responses", GPT, responses, "input[0].content[0].image_url"],
  ["/responses", GPT, toolResult, "input[1].output[0].image_url"],
  ["/responses", GPT, file, "input[0].content[0].file_url"],
  ["/responses", GPT, variable, "prompt.variables.file.file_url"],
  ["/messages", CLAUDE, messages, "messages[0].content[0].source"],
  ["/messages", GPT, messages, "messages[0].content[0].source"],
];

describe("a private URL", () => {
  test.each(cases)("is rejected in %s for %s", async (path, model, bodyOf, place) => {
    for (const url of [
      "http://127.0.0.1:9/x.png",
      "https://169.254.169.254/x",
      "http://[::1]/x",
      "http://localhost/x",
      "http://localhost./x",
      "http://gateway.localhost/x",
    ]) {
      const { status, body } = await gateway.call("POST", path, { model, ...bodyOf(url) });
      expect([url, status, body.error?.message]).toEqual([
        url,
        400,
        expect.stringContaining(`${place}: must be a URL`),
      ]);
    }
    expect(upstream.requests).toEqual([]);
  });

  test("is sent to the providers that the operator allows, and no others", async () => {
    const body = { ...chat("http://127.0.0.1:9/x.png"), model: GPT, models: [GPT, GROK] };
    expect((await gateway.call("POST", "/chat/completions", body)).status).toBe(200);
    expect(upstream.requests.map(({ path }) => path.split("/")[1])).toEqual(["xai"]);
  });

  test("may appear in tool arguments", async () => {
    const url = "http://127.0.0.1:9/x.png";
    const call = { type: "tool_use", id: "toolu_1", name: "look", input: { image_url: url } };
    const result = { type: "tool_result", tool_use_id: "toolu_1", content: "seen" };
    const { status } = await gateway.call("POST", "/messages", {
      model: CLAUDE,
      max_tokens: 100,
      tools: [{ name: "look", input_schema: { type: "object" } }],
      messages: [
        { role: "user", content: "Look" },
        { role: "assistant", content: [call] },
        { role: "user", content: [result] },
      ],
    });
    expect(status).toBe(200);
  });
});

test("a public URL and a data URL are sent to the upstream", async () => {
  for (const url of ["https://1.1.1.1/x.png", "https://images.example/x.png", "data:image/png;base64,iVBORw0KGgo="]) {
    const { status, body } = await gateway.call("POST", "/chat/completions", { model: GPT, ...chat(url) });
    expect([url, status], JSON.stringify(body)).toEqual([url, 200]);
  }
});
