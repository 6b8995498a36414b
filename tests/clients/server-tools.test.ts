import { createAnthropic } from "@ai-sdk/anthropic";
import { createOpenAI } from "@ai-sdk/openai";
import Anthropic from "@anthropic-ai/sdk";
import { OpenRouter } from "@openrouter/sdk";
import { tool } from "@openrouter/sdk/lib/tool.js";
import { generateText, streamText } from "ai";
import OpenAI from "openai";
import { expect, test } from "vitest";
import { z } from "zod";
import { callsThenText } from "#tests/pipeline/server-tools/asking.ts";
import { startMcpServer } from "#tests/support/servers/mcp-server.ts";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";
import { startedOnce } from "#tests/support/servers/started-once.ts";
import { searchVariables } from "#tests/support/upstream/search/endpoints.ts";

// Published clients, unchanged, against models whose providers have no MCP connector.

const upstream = sharedUpstream();
const engines = sharedUpstream();
const gateway = sharedGateway(() => ({
  upstream,
  providers: ["google", "groq", "openai"],
  env: { ALLOWED_PRIVATE_HOSTS: "127.0.0.1", ...searchVariables(engines.url) },
}));
const mcp = startedOnce("MCP server", startMcpServer, (started) => started.close());

const MODEL = "google/gemini-2.5-flash";
const ADD = { name: "maths__add", arguments: { a: 2, b: 3 } };
const connection = () => ({ apiKey: gateway.managementKey, baseURL: `${gateway.url}/api/v1` });

test("openai: responses.create with an MCP server, whole and streamed", async () => {
  const client = new OpenAI({ ...connection(), maxRetries: 0 });
  const server = { type: "mcp", server_label: "maths", server_url: mcp.url, require_approval: "never" } as const;
  const request = { model: MODEL, input: "Add.", tools: [server] };
  callsThenText(upstream, "It is 5.", [ADD]);
  const whole = await client.responses.create(request);
  expect(whole.output_text).toBe("It is 5.");
  expect(whole.output[0]).toMatchObject({ type: "mcp_call", name: "add", server_label: "maths", output: "5" });

  callsThenText(upstream, "It is 5.", [ADD]);
  const types: string[] = [];
  let text = "";
  for await (const event of await client.responses.create({ ...request, stream: true })) {
    types.push(event.type);
    if (event.type === "response.output_text.delta") text += event.delta;
    if (event.type === "response.completed") expect(event.response.output).toHaveLength(2);
  }
  expect(text).toBe("It is 5.");
  for (const type of ["in_progress", "completed"]) expect(types).toContain(`response.mcp_call.${type}`);
  expect(types).toContain("response.mcp_call_arguments.done");
});

test("anthropic: beta.messages with mcp_servers, and a second turn with the first one's content", async () => {
  const { apiKey } = connection();
  const client = new Anthropic({ apiKey, baseURL: `${gateway.url}/api`, maxRetries: 0 });
  const request = {
    model: MODEL,
    max_tokens: 200,
    mcp_servers: [{ type: "url" as const, url: mcp.url, name: "maths" }],
    tools: [{ type: "mcp_toolset" as const, mcp_server_name: "maths" }],
    betas: ["mcp-client-2025-11-20"],
  };
  const first = { role: "user" as const, content: "Add." };
  callsThenText(upstream, "It is 5.", [ADD]);
  const whole = await client.beta.messages.create({ ...request, messages: [first] });
  expect(whole.content.map(({ type }) => type)).toEqual(["mcp_tool_use", "mcp_tool_result", "text"]);
  expect(whole.stop_reason).toBe("end_turn");

  callsThenText(upstream, "Yes.");
  const messages = [
    first,
    { role: "assistant" as const, content: whole.content },
    { role: "user" as const, content: "Sure?" },
  ];
  const stream = client.beta.messages.stream({ ...request, messages });
  expect(await stream.finalText()).toBe("Yes.");
  expect(upstream.requests.at(-1)?.raw.toString()).toContain("maths__add");
});

test("@openrouter/sdk: chat with a server tool", async () => {
  const client = new OpenRouter({ apiKey: gateway.managementKey, serverURL: `${gateway.url}/api/v1` });
  callsThenText(upstream, "It is late.", [{ name: "datetime", arguments: {} }]);
  const response = await client.chat.send({
    chatRequest: {
      model: MODEL,
      messages: [{ role: "user", content: "Time?" }],
      tools: [{ type: "openrouter:datetime" }],
    },
  });
  expect("choices" in response && response.choices[0]?.message.content).toBe("It is late.");
});

test("@openrouter/sdk: callModel runs its own tool alongside one that the gateway runs", async () => {
  const client = new OpenRouter({ apiKey: gateway.managementKey, serverURL: `${gateway.url}/api/v1` });
  const ran: unknown[] = [];
  const mine = tool({
    name: "mine",
    description: "Runs here",
    inputSchema: z.object({ x: z.number() }),
    outputSchema: z.object({ doubled: z.number() }),
    execute: ({ x }) => {
      ran.push(x);
      return { doubled: x * 2 };
    },
  });
  const fetching = { name: "web_fetch", arguments: { url: "http://127.0.0.1:1/page" } };
  callsThenText(upstream, "It is 42.", [fetching], [fetching, { name: "mine", arguments: { x: 21 } }]);
  const result = client.callModel({
    model: MODEL,
    input: "Double it.",
    tools: [mine],
    plugins: [{ id: "web-fetch", maxUses: 2 }],
  });
  expect(await result.getText()).toBe("It is 42.");
  expect(ran).toEqual([21]);
  const last = upstream.requests.at(-1)?.raw.toString() ?? "";
  expect(last).toContain("doubled");
  expect(last).toContain("does not point to a public address");
});

test("openai: a web search that the gateway runs is cited, and a provider's own search stays with the provider", async () => {
  const client = new OpenAI({ ...connection(), maxRetries: 0 });
  const tools = [{ type: "web_search" as const, search_context_size: "low" as const }];
  callsThenText(upstream, "Overnight.", [{ name: "web_search", arguments: { query: "bread" } }]);
  const searched = await client.responses.create({ model: "openai/gpt-oss-120b", input: "How long?", tools });
  expect(searched.output_text).toBe("Overnight.");
  const parts = searched.output.flatMap((item) => (item.type === "message" ? item.content : []));
  const annotations = parts.flatMap((part) => (part.type === "output_text" ? part.annotations : []));
  expect(annotations).toContainEqual(
    expect.objectContaining({ type: "url_citation", url: "https://bakery.example/bread" }),
  );
  await client.responses.create({ model: "openai/gpt-5-mini", input: "How long?", tools });
  expect(upstream.requests.at(-1)?.body).toMatchObject({ tools });
});

test("ai: provider tools of the OpenAI and Anthropic packages", async () => {
  const openai = createOpenAI(connection());
  const tools = { mcp: openai.tools.mcp({ serverLabel: "maths", serverUrl: mcp.url, requireApproval: "never" }) };
  callsThenText(upstream, "It is 5.", [ADD]);
  const streamed = streamText({ model: openai(MODEL), prompt: "Add.", tools, maxRetries: 0 });
  expect(await streamed.text).toBe("It is 5.");
  const [call] = await streamed.toolResults;
  expect(call).toMatchObject({ providerExecuted: true });

  const anthropic = createAnthropic(connection());
  callsThenText(upstream, "It is 5.", [ADD]);
  const mcpServers = [{ type: "url" as const, name: "maths", url: mcp.url }];
  const { text, content } = await generateText({
    model: anthropic(MODEL),
    prompt: "Add.",
    providerOptions: { anthropic: { mcpServers } },
    maxRetries: 0,
  });
  expect(text).toBe("It is 5.");
  expect(content.map(({ type }) => type)).toEqual(["tool-call", "tool-result", "text"]);
});
