import { describe, expect, test } from "vitest";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";
import { type Event, post } from "../calling.ts";

// Anthropic rejects a conversation in which another provider has searched, in every later turn.

const upstream = sharedUpstream();
const gateway = sharedGateway({ upstream, providers: ["openai", "anthropic"] });

const CLAUDE = "anthropic/claude-sonnet-4.5";
const GPT = "openai/gpt-5-mini";
const tools = [{ type: "web_search_20250305", name: "web_search" }];
const first = { role: "user", content: "search for llamas" };

const ask = (model: string, messages: object[]) =>
  post(gateway, "messages", { model, max_tokens: 500, tools, messages });

async function searched(model: string): Promise<Event[]> {
  const { status, text } = await ask(model, [first]);
  expect(status, text).toBe(200);
  return JSON.parse(text).content;
}

const typesOf = (content: Event[]) => content.map(({ type }) => type);
const sentContent = () => (upstream.requests.at(-1) as Event).body.messages[1].content;

describe("a search by OpenAI", () => {
  test("has ids of Anthropic's form", async () => {
    const [call, result] = (await searched(GPT)).filter(({ type }) => type !== "thinking");
    expect(call).toMatchObject({ type: "server_tool_use", id: expect.stringMatching(/^srvtoolu_\w+$/) });
    expect(result).toMatchObject({ type: "web_search_tool_result", tool_use_id: call.id });
  });

  test("is left out when the conversation goes on with Claude, and its text stays", async () => {
    const content = await searched(GPT);
    const { status, headers, text } = await ask(CLAUDE, [
      first,
      { role: "assistant", content },
      { role: "user", content: "And now?" },
    ]);
    expect(status, text).toBe(200);
    expect(typesOf(sentContent())).toEqual(["text"]);
    expect(sentContent()[0].text).toBe(content.at(-1).text);
    const dropped = content.flatMap(({ type }, at) => (type === "text" ? [] : [`messages[1].content[${at}]`]));
    expect(headers.get("x-dropped")?.split(", ")).toEqual(expect.arrayContaining(dropped));
    expect(headers.get("x-dropped")).toContain(".citations");
  });
});

test("a search by Claude comes back to it unchanged", async () => {
  const content = await searched(CLAUDE);
  expect(typesOf(content)).toContain("server_tool_use");
  await ask(CLAUDE, [first, { role: "assistant", content }, { role: "user", content: "And now?" }]);
  expect(sentContent()).toEqual(content);
});

test.each(["call_50b82aba1b75", undefined])("a call of a server tool with the id %s is left out", async (id) => {
  const call = { type: "server_tool_use", ...(id && { id }), name: "analyze_image", input: {} };
  const content = [call, { type: "text", text: "A cat." }];
  const { status, text } = await ask(CLAUDE, [
    first,
    { role: "assistant", content },
    { role: "user", content: "And now?" },
  ]);
  expect(status, text).toBe(200);
  expect(sentContent()).toEqual([{ type: "text", text: "A cat." }]);
});
