import { describe, expect, test } from "vitest";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";
import { type DialectName, type Event, post, saying } from "../calling.ts";

const upstream = sharedUpstream();
const PROVIDERS = ["deepseek", "moonshotai", "zai", "alibaba", "minimax", "xiaomi", "xai", "mistral"];
const gateway = sharedGateway({ upstream, providers: PROVIDERS });

const sent = () => (upstream.requests.at(-1) as Event).body;
const metadata = { headers: { "x-service-metadata": "enabled" } };
const PARAMETERS = { type: "object", properties: {} };
const named = (name: string, parameters: object = PARAMETERS) => ({ type: "function", function: { name, parameters } });

/** A model, and the provider that must get the request. */
const MODELS = [
  ["deepseek/deepseek-v4-flash", "deepseek"],
  ["moonshotai/kimi-k2.6", "moonshotai"],
  ["z-ai/glm-5.2", "zai"],
  ["qwen/qwen3.6-plus", "alibaba"],
  ["minimax/minimax-m2.7", "minimax"],
  ["xiaomi/mimo-v2.5", "xiaomi"],
] as const;

const at = (provider: string) => ({ provider: { only: [provider] } });

describe.each(MODELS)("%s", (model, provider) => {
  test("takes the developer's messages as the system's, and several of them", async () => {
    const messages = [
      { role: "system", content: "Be brief." },
      { role: "developer", content: "Be kind." },
      { role: "user", content: "Hello" },
      { role: "assistant", content: "Hi" },
      { role: "developer", content: "Now be formal." },
      { role: "user", content: "Again" },
    ];
    const { status, text } = await post(gateway, "chat", { model, ...at(provider), messages }, metadata);
    expect(status, text).toBe(200);
    expect(sent().messages[0]).toEqual({ role: "system", content: "Be brief.\n\nBe kind." });
    expect(sent().messages.map(({ content }: Event) => content)).toContain("Now be formal.");
    const isMoved = sent().messages.filter(({ role }: Event) => role === "system").length === 1;
    expect(text.includes("messages[4]: sent as a user message")).toBe(isMoved);
  });

  test.each(["messages", "responses"] as const)("takes the instructions of clients of %s", async (dialect) => {
    const body =
      dialect === "messages"
        ? {
            max_tokens: 50,
            system: ["Be brief.", "Be kind."].map((text) => ({ type: "text", text })),
            messages: [{ role: "user", content: "Hello" }],
          }
        : {
            instructions: "Be brief.",
            input: [
              { role: "developer", content: "Be kind." },
              { role: "user", content: "Hello" },
            ],
          };
    // DeepSeek speaks the dialect itself.
    if (provider === "deepseek" && dialect === "messages") return;
    const { status, text } = await post(gateway, dialect, { model, ...at(provider), ...body });
    expect(status, text).toBe(200);
    expect(sent().messages[0]).toEqual({ role: "system", content: "Be brief.\n\nBe kind." });
  });

  test.each(["chat", "responses"] as const)("takes a forced tool from clients of %s", async (dialect) => {
    const flat = ["wait", "stop"].map((name) => ({ type: "function", name, parameters: PARAMETERS }));
    const body =
      dialect === "chat"
        ? { tools: [named("wait"), named("stop")], tool_choice: { type: "function", function: { name: "wait" } } }
        : { tools: flat, tool_choice: { type: "function", name: "wait" } };
    const request = { ...saying(dialect, model, "Hello", body), ...at(provider) };
    const { status, text, headers } = await post(gateway, dialect, request, metadata);
    expect(status, text).toBe(200);
    const isForced = typeof sent().tool_choice === "object";
    expect(isForced || sent().tools).toEqual(isForced || [named("wait")]);
    expect(headers.get("x-dropped")).toBe(isForced ? null : "tool_choice");
    const thinks = provider === "deepseek" || provider === "moonshotai" || provider === "alibaba";
    expect(text.includes("reasoning: changed to none")).toBe(thinks);
  });

  test.each(["chat", "responses"] as const)("does not think if clients of %s say so", async (dialect) => {
    await post(gateway, dialect, saying(dialect, model, "Hello", { reasoning: { effort: "none" }, ...at(provider) }));
    const { thinking, enable_thinking: enabled, reasoning_effort: effort } = sent();
    if (provider === "minimax") return;
    expect(thinking ?? { enabled }).toEqual(provider === "alibaba" ? { enabled: false } : { type: "disabled" });
    expect(effort).toBeUndefined();
  });
});

test("a caller's own field for thinking stays as it is", async () => {
  const thinking = { type: "enabled" };
  await post(
    gateway,
    "chat",
    saying("chat", "deepseek/deepseek-v4-flash", "Hello", { thinking, reasoning_effort: "max" }),
  );
  expect(sent()).toMatchObject({ thinking, reasoning_effort: "max" });
});

test("an effort makes Qwen think, and a whole response of a model that only streams is collected", async () => {
  const more = { reasoning_effort: "high", ...at("alibaba") };
  const { status, text } = await post(gateway, "chat", saying("chat", "qwen/qwen3-32b", "Hello", more));
  expect(status, text).toBe(200);
  expect(sent()).toMatchObject({ enable_thinking: true, stream: true });
  expect(JSON.parse(text).choices[0].message.content).toContain("Hello");
});

test.each(["z-ai/glm-5.3", "moonshotai/kimi-k3"])("%s, which always thinks, gets its lowest effort", async (model) => {
  const body = saying("chat", model, "Hello", { reasoning_effort: "none" });
  const { status, text } = await post(gateway, "chat", body, metadata);
  expect(status, text).toBe(200);
  expect(sent().reasoning_effort).toBe("low");
  expect(text).toContain("reasoning: changed to effort low");
});

describe.each([
  ["x-ai/grok-4-fast", "high", undefined, "reasoning: dropped"],
  ["x-ai/grok-4-fast-non-reasoning", "none", undefined, undefined],
  ["x-ai/grok-4.3", "none", "none", undefined],
  ["x-ai/grok-4.6", "none", "low", "reasoning: changed to effort low"],
])("%s at xAI, asked for the effort %s,", (model, effort, expected, note) => {
  test.each(["chat", "responses"] as const)("gets what it takes from %s", async (dialect) => {
    const body = saying(dialect, model, "Hello", { reasoning: { effort }, ...at("xai") });
    const { status, text, headers } = await post(gateway, dialect, body, metadata);
    expect(status, text).toBe(200);
    expect(sent().reasoning?.effort ?? sent().reasoning_effort).toBe(expected);
    if (note) expect(text).toContain(note);
    expect(headers.get("x-dropped")).toBe(note?.endsWith("dropped") ? "reasoning" : null);
  });
});

test("an effort that xAI's model lacks is dropped for a client of the Messages API", async () => {
  const thinking = { thinking: { type: "enabled", budget_tokens: 1024 }, max_tokens: 2000 };
  const body = { ...saying("messages", "x-ai/grok-4-fast", "Hello", thinking), ...at("xai") };
  const { status, text, headers } = await post(gateway, "messages", body);
  expect([status, headers.get("x-dropped")], text).toEqual([200, "thinking"]);
  expect(sent()).not.toHaveProperty("reasoning_effort");
});

test("Kimi K3 gets a named tool as the only one that it must call", async () => {
  const body = { tools: [named("wait"), named("stop")], tool_choice: { type: "function", function: { name: "stop" } } };
  const { status, text } = await post(gateway, "chat", saying("chat", "moonshotai/kimi-k3", "Hello", body));
  expect(status, text).toBe(200);
  expect(sent()).toMatchObject({ tool_choice: "required", tools: [named("stop")] });
});

const SAMPLING = { temperature: 0, top_p: 0.5 };

test.each([
  ["chat", "moonshotai/kimi-k2.6", { presence_penalty: 0.1 }, "temperature, top_p, presence_penalty"],
  ["messages", "moonshotai/kimi-k2.6", { max_tokens: 9 }, "temperature, top_p"],
  ["responses", "moonshotai/kimi-k3", {}, "temperature, top_p"],
  ["messages", "x-ai/grok-4-fast", { max_tokens: 9, stop_sequences: ["HALT"] }, "stop_sequences"],
] as [DialectName, string, Event, string][])(
  "%s to %s: what it rejects is dropped",
  async (dialect, model, more, dropped) => {
    const { status, headers, text } = await post(
      gateway,
      dialect,
      saying(dialect, model, "Hello", { ...SAMPLING, ...more }),
    );
    expect([status, headers.get("x-dropped")], text).toEqual([200, dropped]);
  },
);

describe("a schema of the response", () => {
  const schema = { type: "object", properties: { city: { type: "string" } }, required: ["city"] };
  const chat = { response_format: { type: "json_schema", json_schema: { name: "place", strict: true, schema } } };
  const responses = { text: { format: { type: "json_schema", name: "place", strict: true, schema } } };

  test.each([
    ["chat", "deepseek/deepseek-v4-flash", chat],
    ["responses", "deepseek/deepseek-v4-flash", responses],
    ["chat", "z-ai/glm-5.2", chat],
    ["responses", "z-ai/glm-5.2", responses],
  ] as [DialectName, string, Event][])("%s to %s: is in the prompt", async (dialect, model, more) => {
    const { status, text } = await post(gateway, dialect, saying(dialect, model, "Hello", more), metadata);
    expect(status, text).toBe(200);
    expect(sent().response_format).toEqual({ type: "json_object" });
    expect(sent().messages[0].role).toBe("system");
    expect(sent().messages[0].content).toContain(JSON.stringify(schema));
    expect(text).toContain("sent as json_object, with the schema in the prompt");
  });

  test.each([
    ["chat", chat],
    ["responses", responses],
  ] as [DialectName, Event][])("%s to Kimi: is sent as it is", async (dialect, more) => {
    await post(gateway, dialect, saying(dialect, "moonshotai/kimi-k2.6", "Hello", more));
    expect(sent().response_format.json_schema.schema).toEqual(schema);
  });
});

test("MiniMax gets the parameters of a function that has none", async () => {
  const body = { tools: [{ type: "function", function: { name: "wait" } }], ...at("minimax") };
  const { status, text } = await post(gateway, "chat", saying("chat", "minimax/minimax-m2.7", "Hello", body));
  expect(status, text).toBe(200);
});

describe("schemas that Moonshot rejects", () => {
  const parameters = {
    type: "object",
    properties: {
      id: { type: "string", description: "The thread", minLength: 1, $ref: "#/definitions/Id" },
      place: { type: "object", default: null, anyOf: [{ properties: { x: { type: "number" } } }, { type: "null" }] },
      pair: { type: "array", items: [{ type: "string" }, { type: "number" }], minItems: 2 },
      plain: { $ref: "#/definitions/Id" },
      choice: { enum: [{ $ref: "text", anyOf: [], type: "x" }], default: { items: [] } },
    },
    definitions: { Id: { type: "string", format: "uuid" } },
  };
  const fixed = {
    type: "object",
    properties: {
      id: { type: "string", format: "uuid", description: "The thread", minLength: 1 },
      place: { anyOf: [{ type: "object", properties: { x: { type: "number" } } }, { type: "null" }] },
      pair: { type: "array", prefixItems: [{ type: "string" }, { type: "number" }], minItems: 2 },
      plain: { $ref: "#/$defs/Id" },
    },
    $defs: { Id: { type: "string", format: "uuid" } },
  };

  test.each(["chat", "messages"] as const)("are sent in its form from %s", async (dialect) => {
    const { choice: _, ...properties } = parameters.properties;
    const schema = { ...parameters, properties };
    const tools = dialect === "chat" ? [named("wait", schema)] : [{ name: "wait", input_schema: schema }];
    const body = saying(dialect, "moonshotai/kimi-k2.6", "Hello", { tools, max_tokens: 50 });
    const { status, text } = await post(gateway, dialect, body);
    expect(status, text).toBe(200);
    expect(sent().tools[0].function.parameters).toEqual(fixed);
  });

  const tree = (name: string) => ({ $ref: `#/$defs/${name}`, description: "A part" });
  const send = async (schema: object) => {
    const body = saying("chat", "moonshotai/kimi-k2.6", "Hello", { tools: [named("wait", schema)] });
    const { status, text } = await post(gateway, "chat", body);
    expect(status, text).toBe(200);
    return sent().tools[0].function.parameters;
  };

  test("may contain themselves", async () => {
    const Part = { type: "object", properties: { left: tree("Part") } };
    const parameters = await send({ type: "object", properties: { root: tree("Part") }, $defs: { Part } });
    expect(parameters.properties.root).toEqual({
      type: "object",
      description: "A part",
      properties: { left: { $ref: "#/$defs/Part" } },
    });
  });

  test("stay small if each definition refers to the next one twice", async () => {
    const defs = Array.from({ length: 30 }, (_, at) => [
      `P${at}`,
      { type: "object", properties: { left: tree(`P${at + 1}`), right: tree(`P${at + 1}`) } },
    ]);
    const $defs = { ...Object.fromEntries(defs), P30: { type: "string" } };
    const schema = { type: "object", properties: { root: tree("P0") }, $defs };
    expect(JSON.stringify(await send(schema)).length).toBeLessThan(100_000);
  });
});

test("Moonshot gets the content behind an image URL, since it loads none", async () => {
  const content = [{ type: "image_url", image_url: { url: "https://files.invalid/secret.png" } }];
  const messages = [{ role: "user", content }];
  const { status, text } = await post(gateway, "chat", { model: "moonshotai/kimi-k2.6", messages });
  expect([status, JSON.parse(text).error.message]).toEqual([
    400,
    "The file at files.invalid cannot be used: it could not be loaded",
  ]);
});
