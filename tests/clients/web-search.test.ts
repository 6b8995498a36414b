import { createAnthropic } from "@ai-sdk/anthropic";
import { createOpenAI } from "@ai-sdk/openai";
import Anthropic from "@anthropic-ai/sdk";
import { OpenRouter } from "@openrouter/sdk";
import { generateText } from "ai";
import OpenAI from "openai";
import { expect, test } from "vitest";
import { callsThenText } from "#tests/pipeline/server-tools/asking.ts";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";
import { searchVariables } from "#tests/support/upstream/search/endpoints.ts";

// Published clients, unchanged, with their own web search tools, against a provider that cannot search.

const upstream = sharedUpstream();
const engines = sharedUpstream();
const gateway = sharedGateway(() => ({ upstream, providers: ["groq"], env: searchVariables(engines.url) }));

const MODEL = "openai/gpt-oss-120b";
const SEARCH = { name: "web_search", arguments: { query: "bread" } };
const PAGE = "https://bakery.example/bread";
const connection = () => ({ apiKey: gateway.managementKey, baseURL: `${gateway.url}/api/v1` });

test("openai: responses.create with web_search, whole and streamed", async () => {
  const client = new OpenAI({ ...connection(), maxRetries: 0 });
  const request = { model: MODEL, input: "How long?", tools: [{ type: "web_search" as const }] };
  callsThenText(upstream, "Overnight.", [SEARCH]);
  const whole = await client.responses.create(request);
  expect(whole.output_text).toBe("Overnight.");
  const [part] = whole.output.flatMap((item) => (item.type === "message" ? item.content : []));
  expect(part).toMatchObject({ annotations: expect.arrayContaining([expect.objectContaining({ url: PAGE })]) });

  callsThenText(upstream, "Overnight.", [SEARCH]);
  const stream = client.responses.stream(request);
  expect((await stream.finalResponse()).output_text).toBe("Overnight.");
});

test("anthropic: messages.create with web_search_20250305, whole and streamed", async () => {
  const { apiKey } = connection();
  const client = new Anthropic({ apiKey, baseURL: `${gateway.url}/api`, maxRetries: 0 });
  const request = {
    model: MODEL,
    max_tokens: 200,
    messages: [{ role: "user" as const, content: "How long?" }],
    tools: [{ type: "web_search_20250305" as const, name: "web_search" as const, max_uses: 2 }],
  };
  callsThenText(upstream, "Overnight.", [SEARCH]);
  const whole = await client.messages.create(request);
  expect(whole.usage.server_tool_use?.web_search_requests).toBe(1);
  const text = whole.content.find(({ type }) => type === "text");
  expect(text).toMatchObject({ text: "Overnight.", citations: expect.arrayContaining([expect.anything()]) });

  callsThenText(upstream, "Overnight.", [SEARCH]);
  expect(await client.messages.stream(request).finalText()).toBe("Overnight.");
});

test("@openrouter/sdk: callModel with the plugin and chat.send with the server tool", async () => {
  const client = new OpenRouter({ apiKey: gateway.managementKey, serverURL: `${gateway.url}/api/v1` });
  callsThenText(upstream, "Overnight.");
  const plugin = { id: "web" as const, engine: "exa" as const, maxResults: 1 };
  const result = client.callModel({ model: MODEL, input: "How long?", plugins: [plugin] });
  expect(await result.getText()).toBe("Overnight.");
  expect(engines.requests).toHaveLength(1);

  callsThenText(upstream, "Overnight.", [SEARCH]);
  const response = await client.chat.send({
    chatRequest: {
      model: MODEL,
      messages: [{ role: "user", content: "How long?" }],
      tools: [{ type: "openrouter:web_search", parameters: { engine: "exa", maxResults: 2 } }],
    },
  });
  expect("choices" in response && response.choices[0]?.message.content).toBe("Overnight.");
});

test("ai: the web search tools of the OpenAI and Anthropic packages", async () => {
  const openai = createOpenAI(connection());
  callsThenText(upstream, "Overnight.", [SEARCH]);
  const first = await generateText({
    model: openai(MODEL),
    prompt: "How long?",
    tools: { web_search: openai.tools.webSearch({}) },
    maxRetries: 0,
  });
  expect(first.text).toBe("Overnight.");
  expect(first.sources).toContainEqual(expect.objectContaining({ url: PAGE }));

  const anthropic = createAnthropic(connection());
  callsThenText(upstream, "Overnight.", [SEARCH]);
  const second = await generateText({
    model: anthropic(MODEL),
    prompt: "How long?",
    tools: { web_search: anthropic.tools.webSearch_20250305({}) },
    maxRetries: 0,
  });
  expect(second.text).toBe("Overnight.");
});
