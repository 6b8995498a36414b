import { describe, expect, test } from "vitest";
import { objectSchema } from "#server/providers/requests/object-schema.ts";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";
import { type DialectName, type Event, post, saying } from "./calling.ts";

const upstream = sharedUpstream();
const gateway = sharedGateway({ upstream, providers: ["anthropic", "openai"] });

const text = { type: "string" };
const either = [
  { type: "object", properties: { content: text }, required: ["content"] },
  { type: "object", properties: { source_url: text }, required: ["source_url"] },
];

// Valid schemas of tools that models take only in another form.
const SCHEMAS: [string, object][] = [
  ["alternatives without properties", { type: "object", anyOf: either }],
  [
    "alternatives alongside properties",
    { type: "object", properties: { title: text }, required: ["title"], oneOf: either, additionalProperties: false },
  ],
  ["parts", { allOf: [{ type: "object", properties: { title: text } }, { anyOf: either }] }],
  ["no properties", { type: "object" }],
  ["no type", { properties: { title: text } }],
  ["nothing", {}],
];

const DIALECTS: DialectName[] = ["responses", "chat", "messages"];
const MODELS = ["anthropic/claude-sonnet-5", "openai/gpt-4o-mini", "openai/gpt-5.5"];
const cells = MODELS.flatMap((model) => DIALECTS.map((dialect) => ({ model, dialect })));

const toolIn: Record<DialectName, (schema: object) => object> = {
  responses: (parameters) => ({ type: "function", name: "attach", parameters }),
  chat: (parameters) => ({ type: "function", function: { name: "attach", parameters } }),
  messages: (input_schema) => ({ name: "attach", input_schema }),
};

function sentSchema(): Event {
  const [tool] = (upstream.requests.at(-1) as Event).body.tools;
  return tool.input_schema ?? tool.parameters ?? tool.function.parameters;
}

describe.each(cells)("$model in $dialect", ({ model, dialect }) => {
  test.each(SCHEMAS)("takes a tool whose schema has %s", async (_, schema) => {
    const body = saying(dialect, model, "Hello", { tools: [toolIn[dialect](schema)], max_tokens: 500 });
    const { status, text: responded } = await post(gateway, dialect, body);
    expect(status, responded).toBe(200);
    expect(sentSchema().type).toBe("object");
  });
});

test("the tools of a namespace are changed too", async () => {
  const tools = [
    { type: "namespace", name: "notes", description: "Notes", tools: [toolIn.responses({ anyOf: either })] },
  ];
  const { status, text: responded } = await post(
    gateway,
    "responses",
    saying("responses", "openai/gpt-5.5", "Hello", { tools }),
  );
  expect(status, responded).toBe(200);
});

test("the response names the schemas that had alternatives, and no others", async () => {
  const tools = [toolIn.chat({ type: "object" }), toolIn.chat({ anyOf: either })];
  const body = saying("chat", "anthropic/claude-sonnet-5", "Hello", { tools });
  const { text: responded } = await post(gateway, "chat", body, { headers: { "x-service-metadata": "enabled" } });
  expect(responded).toContain("tools[1]: the alternatives of its schema are merged");
  expect(responded).not.toContain("tools[0]:");
});

test("a strict schema and one in the right form are sent as they are", async () => {
  const schema = {
    type: "object",
    properties: { title: { anyOf: [text, { type: "null" }] } },
    not: { required: ["x"] },
  };
  await post(
    gateway,
    "messages",
    saying("messages", "anthropic/claude-sonnet-5", "Hello", { tools: [toolIn.messages(schema)], max_tokens: 9 }),
  );
  expect(sentSchema()).toEqual(schema);
  const strict = [{ ...toolIn.responses({ type: "object", anyOf: either }), strict: true }];
  await post(gateway, "responses", saying("responses", "openai/gpt-5.5", "Hello", { tools: strict }));
  expect(sentSchema()).toEqual({ type: "object", anyOf: either });
});

describe("the object has", () => {
  test("all properties, what all alternatives require, and in words which belong together", () => {
    const [first, second] = either.map((one) => ({ ...one, required: ["title", ...one.required] }));
    const schema = { type: "object", description: "A file", properties: { title: text }, oneOf: [first, second] };
    expect(objectSchema(schema)).toEqual({
      type: "object",
      properties: { title: text, content: text, source_url: text },
      required: ["title"],
      description: "A file\nGive exactly one of these groups of properties: title, content; title, source_url.",
    });
  });

  test("each form of a property that differs, and no words if all alternatives require the same", () => {
    const kinds = ["page", "file"].map((kind) => ({ properties: { kind: { const: kind } }, required: ["kind"] }));
    expect(objectSchema({ anyOf: kinds })).toEqual({
      type: "object",
      properties: { kind: { anyOf: [{ const: "page" }, { const: "file" }] } },
      required: ["kind"],
    });
  });

  test("what a reference within the schema names, and ends where references go in circles", () => {
    const $defs = { page: { properties: { id: text } }, loop: { anyOf: [{ $ref: "#/$defs/loop" }] } };
    const { properties } = objectSchema({ anyOf: [{ $ref: "#/$defs/page" }, { $ref: "#/$defs/loop" }], $defs });
    expect(properties).toEqual({ id: text });
  });

  test("nothing to do with a schema of something else", () => {
    const schema = { type: "string", anyOf: [{ const: "a" }] };
    expect(objectSchema(schema)).toBe(schema);
  });
});

test("alternatives that contain all alternatives again are merged in a moment", () => {
  const part = { properties: { title: text }, required: ["title"] };
  const again = Array.from({ length: 20 }, () => ({ $ref: "#/$defs/all" }));
  const anyOf = [part, ...again];
  const { properties, required } = objectSchema({ anyOf, $defs: { all: { anyOf } } }) as Event;
  expect(properties.title).toEqual(text);
  expect(required).toBeUndefined();
});
