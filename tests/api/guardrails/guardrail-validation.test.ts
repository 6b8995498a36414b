import { beforeAll, describe, expect, test } from "vitest";
import { guardrailRules } from "#lib/guardrail-rules.ts";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";

let id: string;

const gateway = sharedGateway();

beforeAll(async () => {
  id = (await gateway.call("POST", "/guardrails", { name: "Test" })).body.data.id;
});

const create = (fields: object) => gateway.call("POST", "/guardrails", { name: "Test", ...fields });
const change = (fields: object) => gateway.call("PATCH", `/guardrails/${id}`, fields);
const builtins = (...filters: object[]) => ({ content_filter_builtins: filters });
const patterns = (...filters: object[]) => ({ content_filters: filters });
const times = <T>(count: number, value: T): T[] => Array.from({ length: count }, () => value);

/** What is wrong, the fields, and the part of the path that the error must name. */
const wrong: [string, object, string][] = [
  ["an empty name", { name: "" }, "name"],
  ["a blank name", { name: "   " }, "name"],
  ["a name of 201 characters", { name: "n".repeat(201) }, "name"],
  ["a name that is null", { name: null }, "name"],
  ["a name that is a number", { name: 7 }, "name"],
  ["a description of 1001 characters", { description: "d".repeat(1001) }, "description"],
  ["a description that is a number", { description: 1 }, "description"],
  ["a negative limit", { limit_usd: -0.01 }, "limit_usd"],
  ["a limit that is a string", { limit_usd: "5" }, "limit_usd"],
  ["a limit above the maximum", { limit_usd: 9_000_001 }, "limit_usd"],
  ["a limit with ten decimals", { limit_usd: 0.1234567891 }, "limit_usd"],
  ["an unknown interval", { reset_interval: "hourly" }, "reset_interval"],
  ['the interval "lifetime"', { reset_interval: "lifetime" }, "reset_interval"],
  ["an empty list of allowed models", { allowed_models: [] }, "allowed_models"],
  ["an empty list of ignored models", { ignored_models: [] }, "ignored_models"],
  ["an empty list of allowed providers", { allowed_providers: [] }, "allowed_providers"],
  ["an empty list of ignored providers", { ignored_providers: [] }, "ignored_providers"],
  ["models that are a string", { allowed_models: "openai/gpt-4o" }, "allowed_models"],
  ["a model that is empty", { allowed_models: [" "] }, "allowed_models"],
  ["a model that is a number", { ignored_models: [1] }, "ignored_models"],
  ["a provider that is null", { allowed_providers: [null] }, "allowed_providers"],
  ["zero data retention that is a string", { enforce_zdr: "true" }, "enforce_zdr"],
  ["zero data retention of a group that is a number", { enforce_zdr_other: 1 }, "enforce_zdr_other"],
  ["a shadow mode that is null", { shadow: null }, "shadow"],
  ["an unknown field", { surprise: true }, "surprise"],
  ["an id", { id: "00000000-0000-4000-8000-000000000000" }, "id"],
  ["builtins that are not a list", { content_filter_builtins: {} }, "content_filter_builtins"],
  [
    "a pattern that is too expensive",
    patterns({ pattern: "[a-q][^u-z]{900}x", action: "block" }),
    "pattern is too slow",
  ],
  ["a builtin without a slug", builtins({ action: "block" }), "slug"],
  ["a builtin without an action", builtins({ slug: "email" }), "action"],
  ["an unknown slug", builtins({ slug: "iban", action: "block" }), "slug"],
  ["a slug that no built-in filter has", builtins({ slug: "passport", action: "block" }), "slug"],
  ["an unknown action", builtins({ slug: "email", action: "delete" }), "action"],
  ["a duplicate slug", builtins({ slug: "email", action: "block" }, { slug: "email", action: "redact" }), "builtins"],
  ["an unknown field in a builtin", builtins({ slug: "email", action: "block", more: 1 }), "more"],
  ["an unknown direction", builtins({ slug: "email", action: "block", applies_to: "files" }), "applies_to"],
  ["an unknown scope", builtins({ slug: "regex-prompt-injection", action: "block", scan_scope: "x" }), "scan_scope"],
  [
    "a scope that belongs to another builtin",
    builtins({ slug: "email", action: "block", scan_scope: "user_only" }),
    "scan_scope",
  ],
  ["a pattern that is empty", patterns({ pattern: "", action: "block" }), "pattern"],
  ["a pattern of 2001 characters", patterns({ pattern: "x".repeat(2001), action: "block" }), "pattern"],
  ["no pattern", patterns({ action: "block" }), "pattern"],
  ["a pattern without an action", patterns({ pattern: "x" }), "action"],
  ["a label of 101 characters", patterns({ pattern: "x", action: "redact", label: "l".repeat(101) }), "label"],
  ["an unknown field in a pattern", patterns({ pattern: "x", action: "block", flags: "i" }), "flags"],
  ["51 patterns", patterns(...times(51, { pattern: "x", action: "block" })), "content_filters"],
];

describe("a guardrail cannot be created or changed with", () => {
  test.each(wrong)("%s", async (_name, fields, path) => {
    for (const answer of [await create(fields), await change(fields)]) {
      expect([answer.status, answer.body.error.code]).toEqual([400, 400]);
      expect(answer.body.error.message).toContain(path);
    }
  });

  test("a missing name when it is created, or an invalid version when it is changed", async () => {
    expect((await gateway.call("POST", "/guardrails", {})).status).toBe(400);
    for (const version of [0, 1.5, "1", null]) expect((await change({ version })).status).toBe(400);
    expect((await create({ version: 1 })).status).toBe(400);
  });

  test.each(guardrailRules.map(({ slug }) => slug))(
    "the action flag for %s, unless it finds no personal data",
    async (slug) => {
      const expected = ["regex-prompt-injection", "secrets"].includes(slug) ? 200 : 400;
      expect((await change(builtins({ slug, action: "flag" }))).status).toBe(expected);
      expect((await change(builtins({ slug, action: "block" }))).status).toBe(200);
      expect((await change(builtins({ slug, action: "redact" }))).status).toBe(200);
    },
  );
});

describe("a guardrail at its limits is created", () => {
  test.each([
    ["a name of 200 characters", { name: "n".repeat(200) }],
    ["a name of one character", { name: "n" }],
    ["a description of 1000 characters", { description: "d".repeat(1000) }],
    ["a limit of zero", { limit_usd: 0 }],
    ["a limit of one nano-dollar", { limit_usd: 1e-9 }],
    ["a label of 100 characters", patterns({ pattern: "x", action: "redact", label: "l".repeat(100) })],
    ["50 patterns", patterns(...times(50, { pattern: "x", action: "flag", label: null }))],
    ["every builtin", builtins(...guardrailRules.map(({ slug, defaultAction: action }) => ({ slug, action })))],
  ])("with %s", async (_name, fields) => {
    const { status, body } = await create(fields);
    expect(status).toBe(201);
    expect(body.data).toMatchObject(
      "content_filter_builtins" in fields ? { content_filter_builtins: expect.any(Array) } : fields,
    );
  });

  test("and the label of a built-in filter follows from its slug", async () => {
    const { body } = await create(builtins({ slug: "credit-card", action: "redact", label: "card" }));
    expect(body.data.content_filter_builtins).toEqual([
      { slug: "credit-card", action: "redact", label: "[CREDIT_CARD]" },
    ]);
  });
});

describe("a pattern that the engine cannot run is rejected with the reason and the position", () => {
  test.each([
    ["a look-ahead", "ab(?=c)", 2],
    ["a look-behind", "(?<=a)b", 0],
    ["a backreference", "(a)\\1", 3],
    ["an unclosed group", "ab(c", 0],
    ["an unclosed class", "x[a-", 1],
    ["a repetition without an operand", "a**", undefined],
    ["groups nested too deeply", "((a{0,100}){0,100}){0,100}", undefined],
    ["a pattern that matches the empty string", "a*", undefined],
  ])("%s", async (_name, pattern, position) => {
    const fine = { pattern: "fine", action: "block" };
    for (const answer of [
      await create(patterns(fine, { pattern, action: "block" })),
      await change(patterns(fine, { pattern, action: "block" })),
    ]) {
      expect(answer.status).toBe(400);
      const { message, metadata } = answer.body.error;
      expect(message).toContain("content_filters[1].pattern: The pattern");
      expect(metadata.issues[0].path).toBe("content_filters[1].pattern");
      if (position !== undefined) expect(metadata.position).toBe(position);
    }
  });
});

test.each(["limit=0", "limit=101", "offset=-1", "limit=x"])("no list is returned for %s", async (query) => {
  for (const path of ["/guardrails", `/guardrails/${id}/versions`, `/guardrails/${id}/assignments/keys`]) {
    expect((await gateway.call("GET", `${path}?${query}`)).status).toBe(400);
  }
});

// Other gateways have wildcards. A list that excludes `openai/*` here would exclude nothing.
test.each([
  ["/guardrails", { name: "No OpenAI", ignored_models: ["openai/*"] }, "ignored_models[0]"],
  ["/guardrails", { name: "Only OpenAI", allowed_models: ["local/echo", "openai/*"] }, "allowed_models[1]"],
  ["/guardrails", { name: "No Azure", ignored_providers: ["azure*"] }, "ignored_providers[0]"],
  ["/byok", { provider: "openai", key: "sk-1", allowed_models: ["*"] }, "allowed_models[0]"],
])("%s rejects wildcards: %j", async (path, fields, field) => {
  const { status, body } = await gateway.call("POST", path, fields);
  expect(status).toBe(400);
  expect(body.error.metadata.issues).toEqual([{ path: field, message: expect.stringContaining("no wildcards") }]);
});
