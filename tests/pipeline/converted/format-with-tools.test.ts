import { describe, expect, test } from "vitest";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";
import { type DialectName, type Event, post, saying } from "../calling.ts";

const upstream = sharedUpstream();
const gateway = sharedGateway({ upstream, providers: ["google", "groq", "cerebras"] });

const sent = () => (upstream.requests.at(-1) as Event).body;
const metadata = { headers: { "x-service-metadata": "enabled" } };
const parameters = { type: "object", properties: {} };
const schema = {
  type: "object",
  properties: { city: { type: "string" } },
  required: ["city"],
  additionalProperties: false,
};

const WITH_FORMAT: Record<DialectName, Event> = {
  chat: {
    tools: [{ type: "function", function: { name: "wait", parameters } }],
    response_format: { type: "json_schema", json_schema: { name: "place", schema } },
  },
  responses: {
    tools: [{ type: "function", name: "wait", parameters }],
    text: { format: { type: "json_schema", name: "place", schema } },
  },
  messages: {
    max_tokens: 50,
    tools: [{ name: "wait", input_schema: parameters }],
    output_config: { format: { type: "json_schema", schema } },
  },
};
const FIELDS: Record<DialectName, string> = {
  chat: "response_format",
  responses: "text.format",
  messages: "output_config.format",
};
const DIALECTS = ["chat", "responses", "messages"] as const;

describe.each(DIALECTS)("a JSON format with tools, from %s,", (dialect) => {
  test("is in the prompt for Gemini before 3", async () => {
    const body = saying(dialect, "google/gemini-2.5-flash", "Hello", WITH_FORMAT[dialect]);
    const { status, text } = await post(gateway, dialect, body, metadata);
    expect(status, text).toBe(200);
    expect(sent().generationConfig?.responseMimeType).toBeUndefined();
    expect(sent().systemInstruction.parts[0].text).toContain(JSON.stringify(schema));
    expect(text).toContain(`${FIELDS[dialect]}: sent in the prompt`);
  });

  test("is sent to Gemini 3 as it is", async () => {
    const body = saying(dialect, "google/gemini-3-flash-preview", "Hello", WITH_FORMAT[dialect]);
    const { status, text } = await post(gateway, dialect, body, metadata);
    expect(status, text).toBe(200);
    expect(sent().generationConfig.responseMimeType).toBe("application/json");
    expect(text).not.toContain("sent in the prompt");
  });

  test("is in the prompt for Groq", async () => {
    const more = { ...WITH_FORMAT[dialect], provider: { only: ["groq"] } };
    const body = saying(dialect, "openai/gpt-oss-120b", "Hello", more);
    const { status, text } = await post(gateway, dialect, body, metadata);
    expect(status, text).toBe(200);
    expect(sent()).not.toHaveProperty("response_format");
    expect(sent().messages[0].content).toContain(JSON.stringify(schema));
    expect(text).toContain(`${FIELDS[dialect]}: sent in the prompt`);
  });
});

test("a JSON format is in the prompt for Gemini 3 if it must call a tool", async () => {
  const body = { ...WITH_FORMAT.chat, response_format: { type: "json_object" }, tool_choice: "required" };
  const { status, text } = await post(gateway, "chat", saying("chat", "google/gemini-3-flash-preview", "Hello", body));
  expect(status, text).toBe(200);
  expect(sent().systemInstruction.parts[0].text).toBe("Respond with JSON alone, without Markdown around it.");
});

test("a JSON format is sent as it is without tools", async () => {
  const { response_format } = WITH_FORMAT.chat;
  await post(gateway, "chat", saying("chat", "google/gemini-2.5-flash", "Hello", { response_format }));
  expect(sent().generationConfig.responseMimeType).toBe("application/json");
  const only = { provider: { only: ["groq"] } };
  await post(gateway, "chat", saying("chat", "openai/gpt-oss-120b", "Hello", { response_format, ...only }));
  expect(sent().response_format).toEqual(response_format);
});

test("a client of Google's API gets the same", async () => {
  const response = await fetch(`${gateway.url}/api/v1beta/models/google/gemini-2.5-flash:generateContent`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-goog-api-key": gateway.managementKey },
    body: JSON.stringify({
      contents: [{ role: "user", parts: [{ text: "Hello" }] }],
      tools: [{ functionDeclarations: [{ name: "wait", parametersJsonSchema: parameters }] }],
      generationConfig: { responseMimeType: "application/json", responseJsonSchema: schema },
    }),
  });
  expect(response.status, await response.text()).toBe(200);
  expect(sent().systemInstruction.parts[0].text).toContain('"city"');
});

describe.each(DIALECTS)("Cerebras gets no strict tool alongside others from %s", (dialect) => {
  test.each([
    [true, false, [false, false]],
    [true, undefined, [false, undefined]],
    [true, true, [true, true]],
  ])("%s and %s", async (first, second, expected) => {
    const entries = Object.entries({ wait: first, stop: second });
    const flat = entries.map(([name, strict]) => ({ name, strict }));
    const tools =
      dialect === "chat"
        ? flat.map((tool) => ({ type: "function", function: { ...tool, parameters } }))
        : flat.map((tool) =>
            dialect === "messages" ? { ...tool, input_schema: parameters } : { type: "function", ...tool, parameters },
          );
    const more = { tools, provider: { only: ["cerebras"] }, ...(dialect === "messages" && { max_tokens: 50 }) };
    const { status, text } = await post(
      gateway,
      dialect,
      saying(dialect, "openai/gpt-oss-120b", "Hello", more),
      metadata,
    );
    expect(status, text).toBe(200);
    if (dialect === "chat") expect(sent().tools.map((tool: Event) => tool.function.strict)).toEqual(expected);
    expect(text.includes("strict: changed to false")).toBe(!(first && second));
  });
});
