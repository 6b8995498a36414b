import { describe, expect, test } from "vitest";
import type { Body } from "#server/dialects/dialect.ts";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";

// What Google's own REST examples send, and what programs written after them read.

const upstream = sharedUpstream();
const gateway = sharedGateway({ upstream, providers: ["google", "openai"] });

async function post(method: string, body: Body, model = "google/gemini-2.5-flash") {
  const response = await fetch(`${gateway.url}/v1beta/models/${model}:${method}?alt=sse`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-goog-api-key": gateway.managementKey },
    body: JSON.stringify(body),
  });
  return { status: response.status, text: await response.text() };
}

const sentBody = () => upstream.requests.at(-1)?.body as Body;

const FUNCTION = { name: "look", description: "Looks around", parameters: { type: "object", properties: {} } };

describe("an object alone is the only element of an array", () => {
  test("of contents, parts, tools and functions", async () => {
    const { status, text } = await post("generateContent", {
      system_instruction: { parts: { text: "Be brief." } },
      contents: { role: "user", parts: { text: "Hello" } },
      tools: { function_declarations: FUNCTION },
    });
    expect(status, text).toBe(200);
    expect(sentBody()).toMatchObject({
      systemInstruction: { parts: [{ text: "Be brief." }] },
      contents: [{ role: "user", parts: [{ text: "Hello" }] }],
      tools: [{ functionDeclarations: [{ name: "look" }] }],
    });
  });

  test("when tokens are counted", async () => {
    expect(JSON.parse((await post("countTokens", { contents: { parts: { text: "Hello there" } } })).text)).toEqual({
      totalTokens: 3,
    });
  });

  test("but a text is not", async () => {
    const { status, text } = await post("generateContent", { contents: "Hello" });
    expect(status).toBe(400);
    expect(text).toContain("contents: must be an array, not a string");
  });
});

test.each(["any", "ANY"])("the mode %s of function calling forces a call", async (mode) => {
  await post(
    "generateContent",
    {
      contents: [{ parts: [{ text: "Hello" }] }],
      tools: [{ functionDeclarations: [FUNCTION] }],
      toolConfig: { functionCallingConfig: { mode } },
    },
    "openai/gpt-5-mini",
  );
  expect(sentBody().tool_choice).toBe("required");
});

test("a function's name that only Google takes is the client's again in the response", async () => {
  const name = "calendar.events:list";
  const body = {
    contents: [{ parts: [{ text: "Hello" }] }],
    tools: [{ functionDeclarations: [{ ...FUNCTION, name }] }],
  };
  const sent = () => (sentBody().tools as { name: string }[])[0]?.name ?? "";
  await post("generateContent", body, "openai/gpt-5-mini");
  expect(sent()).toMatch(/^[a-zA-Z0-9_-]{1,64}$/);
  upstream.script({ answer: { text: "", toolCalls: [{ name: sent(), arguments: {} }], finish: "tool" } });
  const { text } = await post("generateContent", body, "openai/gpt-5-mini");
  expect(JSON.parse(text).candidates[0].content.parts[0].functionCall.name, text).toBe(name);
});

test.each([
  ["without a name", ""],
  ["with a name that no call has", "2c8ef5ac"],
])("results %s belong to the calls in their order", async (_, given) => {
  const call = (name: string) => ({ functionCall: { name, args: {} } });
  const result = (output: string) => ({ functionResponse: { name: given, response: { output } } });
  const { status, text } = await post("generateContent", {
    contents: [
      { parts: [{ text: "Hello" }] },
      { role: "model", parts: [call("read"), call("find"), call("read")] },
      { role: "user", parts: [result("a"), result("b"), result("c")] },
    ],
    tools: [{ functionDeclarations: ["read", "find"].map((name) => ({ ...FUNCTION, name })) }],
  });
  expect(status, text).toBe(200);
  const parts = (sentBody().contents as { parts: Record<string, { name: string; id: string }>[] }[]).flatMap(
    (turn) => turn.parts,
  );
  const results = parts.flatMap(({ functionResponse }) => (functionResponse ? [functionResponse] : []));
  expect(results.map(({ name }) => name)).toEqual(["read", "find", "read"]);
  expect(results.map(({ id }) => id)).toEqual(parts.flatMap(({ functionCall }) => functionCall?.id ?? []));
});

test.each(["google/gemini-2.5-flash", "openai/gpt-5-mini"])(
  "the last response of a stream of %s has a text, as Google's",
  async (model) => {
    const { text } = await post("streamGenerateContent", { contents: [{ parts: [{ text: "Hello" }] }] }, model);
    const events = text.split("\n").flatMap((line) => (line.startsWith("data: ") ? [JSON.parse(line.slice(6))] : []));
    const [last] = events.at(-1).candidates;
    expect(last).toMatchObject({ content: { role: "model", parts: [{ text: "" }] }, finishReason: "STOP" });
  },
);
