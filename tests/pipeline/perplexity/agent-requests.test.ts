import { describe, expect, test } from "vitest";
import type { Body } from "#server/dialects/dialect.ts";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";
import { type DialectName, type Event, post, saying } from "../calling.ts";
import { toolFor } from "../provider-pairs.ts";

// The upstream rejects any field that Perplexity does not document, so every 200 here says that none was sent.

const upstream = sharedUpstream();
const gateway = sharedGateway({ upstream, providers: ["perplexity-agent"] });

const MODEL = "perplexity/sonar";
const DIALECTS: DialectName[] = ["responses", "messages", "chat"];
const PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=";
const PLACE = { type: "object", properties: { place: { type: "string" } } };

async function sent(dialect: DialectName, body: Body): Promise<{ request: Event; notes: string[] }> {
  const headers = { "x-service-metadata": "enabled" };
  const limit = dialect === "responses" ? { max_output_tokens: 99 } : { max_tokens: 99 };
  const { status, text } = await post(gateway, dialect, { ...limit, ...body }, { headers });
  expect(status, text).toBe(200);
  expect(upstream.requests).toHaveLength(1);
  const [request] = upstream.requests;
  expect(request?.path).toBe("/perplexity-agent/v1/agent");
  expect(request?.headers.authorization).toBe("Bearer key-of-perplexity-agent");
  return { request: request?.body, notes: JSON.parse(text).service_metadata?.conversion ?? [] };
}

const CONVERSATIONS: Record<DialectName, Body> = {
  responses: {
    instructions: "Be brief",
    input: [
      {
        role: "user",
        content: [
          { type: "input_text", text: "Look" },
          { type: "input_image", image_url: `data:image/png;base64,${PNG}` },
        ],
      },
      { type: "function_call", call_id: "call_1", name: "look", arguments: '{"place":"Bern"}' },
      { type: "function_call_output", call_id: "call_1", output: "sunny" },
      { role: "assistant", content: "It is sunny" },
      { role: "user", content: "Thanks" },
    ],
    text: { format: { type: "json_schema", name: "place", strict: true, schema: PLACE } },
    reasoning: { effort: "high" },
    tool_choice: { type: "function", name: "look" },
    parallel_tool_calls: false,
  },
  messages: {
    system: "Be brief",
    messages: [
      {
        role: "user",
        content: [
          { type: "text", text: "Look" },
          { type: "image", source: { type: "base64", media_type: "image/png", data: PNG } },
        ],
      },
      { role: "assistant", content: [{ type: "tool_use", id: "call_1", name: "look", input: { place: "Bern" } }] },
      { role: "user", content: [{ type: "tool_result", tool_use_id: "call_1", content: "sunny" }] },
      { role: "assistant", content: "It is sunny" },
      { role: "user", content: "Thanks" },
    ],
    output_config: { format: { type: "json_schema", schema: PLACE }, effort: "high" },
    tool_choice: { type: "tool", name: "look", disable_parallel_tool_use: true },
  },
  chat: {
    messages: [
      { role: "system", content: "Be brief" },
      {
        role: "user",
        content: [
          { type: "text", text: "Look" },
          { type: "image_url", image_url: { url: `data:image/png;base64,${PNG}` } },
        ],
      },
      {
        role: "assistant",
        tool_calls: [{ id: "call_1", type: "function", function: { name: "look", arguments: '{"place":"Bern"}' } }],
      },
      { role: "tool", tool_call_id: "call_1", content: "sunny" },
      { role: "assistant", content: "It is sunny" },
      { role: "user", content: "Thanks" },
    ],
    response_format: { type: "json_schema", json_schema: { name: "place", strict: true, schema: PLACE } },
    reasoning_effort: "high",
    tool_choice: { type: "function", function: { name: "look" } },
    parallel_tool_calls: false,
  },
};

describe.each(DIALECTS)("%s", (dialect) => {
  test("a whole conversation is sent in the Agent API's form", async () => {
    const body = { model: MODEL, ...CONVERSATIONS[dialect], tools: [toolFor(dialect, "look", PLACE)] };
    const { request, notes } = await sent(dialect, body);
    const format = dialect === "messages" ? { name: "response" } : { name: "place", strict: true };
    expect(request).toEqual({
      model: MODEL,
      instructions: "Be brief",
      input: [
        {
          type: "message",
          role: "user",
          content: [
            { type: "input_text", text: "Look" },
            { type: "input_image", image_url: `data:image/png;base64,${PNG}` },
          ],
        },
        { type: "function_call", call_id: "call_1", name: "look", arguments: '{"place":"Bern"}' },
        { type: "function_call_output", call_id: "call_1", name: "look", output: "sunny" },
        { type: "message", role: "assistant", content: "It is sunny" },
        { type: "message", role: "user", content: [{ type: "input_text", text: "Thanks" }] },
      ],
      max_output_tokens: 99,
      reasoning: { effort: "high" },
      response_format: { type: "json_schema", json_schema: { ...format, schema: PLACE } },
      tools: [{ type: "function", name: "look", parameters: PLACE }],
      tool_choice: { name: "look" },
      parallel_tool_calls: false,
      store: false,
      stream: true,
    });
    expect(notes).toEqual([]);
  });

  test("Sonar searches the web if the request has no tools, as it always has", async () => {
    const { request } = await sent(dialect, saying(dialect, MODEL, "Hi"));
    expect(request.tools).toEqual([{ type: "web_search" }]);
  });

  test("and has only the caller's tools if the request has some", async () => {
    const { request } = await sent(dialect, saying(dialect, MODEL, "Hi", { tools: [toolFor(dialect, "look", PLACE)] }));
    expect(request.tools).toMatchObject([{ type: "function", name: "look" }]);
  });

  test("a name that Perplexity reserves for its own tools is changed, and the caller gets its own back", async () => {
    const tools = [toolFor(dialect, "fetch_url", PLACE)];
    const { text } = await post(gateway, dialect, {
      ...saying(dialect, MODEL, "use the tool", { tools, max_tokens: 99 }),
    });
    expect((upstream.requests.at(0) as Event).body.tools[0].name).toMatch(/^fetch_url_[0-9a-f]{10}$/);
    expect(text).toMatch(/"name":"fetch_url"/);
  });

  test("domains and place of a search are sent as its filters", async () => {
    const domains = { allowed_domains: ["a.example", "b.example"] };
    const place = { user_location: { type: "approximate", country: "DE", city: "Ulm", timezone: "Europe/Berlin" } };
    const tool =
      dialect === "messages"
        ? { type: "web_search_20250305", name: "web_search", max_uses: 3, ...domains, ...place }
        : { type: "web_search", filters: domains, search_context_size: "low", ...place };
    const { request, notes } = await sent(dialect, saying(dialect, MODEL, "Hi", { tools: [tool] }));
    expect(request.tools).toEqual([
      {
        type: "web_search",
        filters: { search_domain_filter: ["a.example", "b.example"] },
        ...(dialect !== "messages" && { search_context_size: "low" }),
        user_location: { country: "DE", city: "Ulm" },
      },
    ]);
    expect(notes).toContain("web search user_location.timezone: dropped");
    if (dialect === "messages") expect(notes).toContain("tools[0].max_uses: dropped");
  });

  test("the gateway's own search runs at Perplexity, without the domains that it excludes", async () => {
    const tools = [{ type: "switchboard:web_search", parameters: { excluded_domains: ["c.example"] } }];
    const { request } = await sent(dialect, saying(dialect, MODEL, "Hi", { tools }));
    expect(request.tools).toEqual([{ type: "web_search", filters: { search_domain_filter: ["-c.example"] } }]);
  });
});

test("chat's search options are those of the search", async () => {
  const options = {
    search_context_size: "high",
    user_location: { type: "approximate", approximate: { country: "FR" } },
  };
  const { request, notes } = await sent("chat", saying("chat", MODEL, "Hi", { web_search_options: options }));
  expect(request.tools).toEqual([
    { type: "web_search", search_context_size: "high", user_location: { country: "FR" } },
  ]);
  expect(notes).toEqual([]);
});

test("what the API does not have is listed as dropped", async () => {
  const more = {
    top_k: 5,
    seed: 7,
    stop: ["x"],
    presence_penalty: 1,
    frequency_penalty: 1,
    logit_bias: { 1: 2 },
    response_format: { type: "json_object" },
    metadata: { a: "b" },
    user: "u",
    reasoning_effort: "none",
    verbosity: "low",
    prompt_cache_key: "k",
  };
  const { request, notes } = await sent("chat", saying("chat", MODEL, "Hi", more));
  expect(Object.keys(request).sort()).toEqual([
    ...["input", "max_output_tokens", "model", "reasoning", "store", "stream", "tools"],
  ]);
  expect(notes.sort()).toEqual([
    "frequency_penalty: dropped",
    "logit_bias: dropped",
    "metadata: dropped",
    "presence_penalty: dropped",
    "prompt_cache_key: dropped",
    "reasoning: changed to effort minimal",
    "response_format: dropped (the provider needs a schema)",
    "seed: dropped",
    "stop_sequences: dropped",
    "textVerbosity: dropped",
    "top_k: dropped",
    "user: not sent to the provider",
  ]);
});

test("a document is rejected before anything is sent", async () => {
  const file = { type: "file", file: { filename: "a.pdf", file_data: "data:application/pdf;base64,JVBERi0=" } };
  const { status, text } = await post(gateway, "chat", { model: MODEL, messages: [{ role: "user", content: [file] }] });
  expect(status).toBe(400);
  expect(text).toContain("files of type application/pdf");
  expect(upstream.requests).toEqual([]);
});

test("a text file is sent as text, and an image by its address", async () => {
  const file = { type: "file", file: { filename: "a.txt", file_data: `data:text/plain;base64,${btoa("Hello")}` } };
  const image = { type: "image_url", image_url: { url: "https://images.example/a.png" } };
  const { request } = await sent("chat", { model: MODEL, messages: [{ role: "user", content: [file, image] }] });
  expect(request.input[0].content).toEqual([
    { type: "input_text", text: "a.txt\n\nHello" },
    { type: "input_image", image_url: "https://images.example/a.png" },
  ]);
});
