import { beforeAll, describe, expect, test } from "vitest";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";

const gateway = sharedGateway();

const EMAIL = "ana.silva@example.com";
const TEXT = `to ${EMAIL} or sk-abcdefgh`;
const DRAFT = {
  content_filter_builtins: [{ slug: "email", action: "redact" }],
  content_filters: [{ pattern: "sk-[a-z]{8}", action: "block", shadow: true, label: "Key" }],
};

async function runTest(body: object) {
  const { status, body: answer } = await gateway.call("POST", "/guardrails/test", body);
  return status === 200 ? answer.data : { status, ...answer.error };
}

describe("testing a guardrail", () => {
  test("returns the verdict, the text as the model sees it, and each finding's position", async () => {
    const test = await runTest({ draft: DRAFT, text: TEXT });
    expect(test).toMatchObject({ verdict: "redacted", text: "to [EMAIL_1] or sk-abcdefgh", body: null, error: null });
    const found = test.matches.map(({ start, end, ...match }: { start: number; end: number }) => ({
      ...match,
      text: TEXT.slice(start, end),
    }));
    expect(found).toMatchObject([
      { rule: "email", action: "redact", shadow: false, text: EMAIL, path: null, source: { guardrail_name: "Draft" } },
      { rule_name: "Key", action: "block", shadow: true, text: "sk-abcdefgh" },
    ]);
    expect(test.pipeline[0].summary).toMatch(/^Redacted 1 in the request: Email address; Would have blocked 1/);
    expect(test.added_ms).toBeGreaterThan(0);
  });

  test("also works on response text", async () => {
    const draft = { content_filter_builtins: [{ slug: "email", action: "block", applies_to: "output" }] };
    expect(await runTest({ draft, text: TEXT })).toMatchObject({ verdict: "allowed", text: TEXT });
    const test = await runTest({ draft, text: TEXT, direction: "output" });
    expect(test).toMatchObject({ verdict: "blocked", text: null, error: { status: 403 } });
    expect(test.error.body.error.message).toBe('Guardrail "Draft" blocked the answer: Email address.');
    expect(JSON.stringify(test.error)).not.toContain("ana");
  });

  test("applies unsaved fields to a stored guardrail", async () => {
    const { body } = await gateway.call("POST", "/guardrails", { name: "Stored", ...DRAFT });
    const guardrail_id = body.data.id;
    expect(await runTest({ guardrail_id, text: TEXT })).toMatchObject({ verdict: "redacted" });
    const draft = { content_filters: [{ pattern: "sk-[a-z]{8}", action: "block", label: "Key" }] };
    const test = await runTest({ guardrail_id, draft, text: TEXT });
    expect(test).toMatchObject({ verdict: "blocked", text: null });
    expect(test.error.body.error.metadata).toMatchObject({ guardrail_id, guardrail_name: "Stored", rule_name: "Key" });
    expect(test.matches).toHaveLength(2);
    const { hash } = await gateway.newKey();
    expect(await runTest({ key_hash: hash, text: TEXT })).toMatchObject({ verdict: "allowed", sources: [] });
    await gateway.call("POST", `/guardrails/${guardrail_id}/assignments/keys`, { key_hashes: [hash] });
    expect(await runTest({ key_hash: hash, text: TEXT })).toMatchObject({
      verdict: "redacted",
      sources: [{ guardrail_id, scope: "key" }],
    });
  });

  test("combines unsaved fields with all other guardrails of a key", async () => {
    const made = await gateway.call("POST", "/guardrails", { name: "On key", ...DRAFT });
    const other = await gateway.call("POST", "/guardrails", { name: "Edited" });
    const { hash } = await gateway.newKey();
    const assigned = { key_hashes: [hash] };
    await gateway.call("POST", `/guardrails/${made.body.data.id}/assignments/keys`, assigned);
    const draft = { content_filter_builtins: [{ slug: "phone", action: "redact" }] };
    const text = `${TEXT}, +44 20 7946 0958`;
    const added = await runTest({ guardrail_id: other.body.data.id, draft, key_hash: hash, text });
    expect(added.text).toBe("to [EMAIL_1] or sk-abcdefgh, [PHONE_1]");
    expect(added.sources).toMatchObject([{ guardrail_name: "On key" }, { guardrail_name: "Edited" }]);
    const replaced = await runTest({ guardrail_id: made.body.data.id, draft, key_hash: hash, text });
    expect(replaced.text).toBe(`${TEXT}, [PHONE_1]`);
    expect(replaced.sources).toMatchObject([{ guardrail_name: "On key", scope: "key" }]);
  });

  test("finds matches at the end of a long text", async () => {
    const text = `${"Nothing of note in here. ".repeat(12_000)}${EMAIL}`;
    const test = await runTest({ draft: DRAFT, text });
    expect(test).toMatchObject({ verdict: "redacted" });
    expect(test.text.endsWith(". [EMAIL_1]")).toBe(true);
    expect(test.matches).toMatchObject([{ start: text.length - EMAIL.length, end: text.length }]);
  });

  test.each([
    ["an unknown guardrail", { guardrail_id: "none", text: "x" }, 404],
    ["neither text nor body", { draft: DRAFT }, 400],
    ["both", { draft: DRAFT, text: "x", body: {} }, 400],
    ["a body as an answer", { draft: DRAFT, body: {}, direction: "output" }, 400],
    ["a body that is invalid in the dialect", { draft: DRAFT, body: { messages: "x" } }, 400],
    [
      "a pattern that cannot run",
      { draft: { content_filters: [{ pattern: "(?=x)", action: "block" }] }, text: "x" },
      400,
    ],
  ])("rejects %s", async (_name, body, status) => {
    expect(await runTest(body)).toMatchObject({ status });
  });
});

describe("counting over many texts", () => {
  const count = async (body: object) => gateway.call("POST", "/guardrails/backtest", body);

  test("reports how many each rule finds, and in which lines", async () => {
    const lines = [TEXT, "nothing", { text: `${EMAIL} and eve@example.org`, id: 7 }, "", "sk-hgfedcba"];
    const jsonl = `${lines.map((line) => JSON.stringify(line)).join("\n")}\n\n`;
    const { body } = await count({ draft: DRAFT, jsonl });
    expect(body.data).toMatchObject({
      texts: 5,
      verdicts: { allowed: 3, flagged: 0, redacted: 2, blocked: 0 },
      rules: [
        { rule: "email", texts: 2, matches: 3 },
        { rule_name: "Key", shadow: true, texts: 2, matches: 2 },
      ],
      lines: [
        { line: 1, verdict: "redacted" },
        { line: 3, verdict: "redacted" },
      ],
    });
  });

  test("includes rules without findings", async () => {
    const { body } = await count({ draft: DRAFT, jsonl: '"plain"' });
    expect(body.data.rules.map(({ texts }: { texts: number }) => texts)).toEqual([0, 0]);
  });

  test("names the number of a line that is not text", async () => {
    const { status, body } = await count({ draft: DRAFT, jsonl: '"a"\n{"x":1}' });
    expect(status).toBe(400);
    expect(body.error.message).toMatch(/line 2/);
  });
});

describe("counting over the stored calls of a workspace", () => {
  const count = async (body: object) => gateway.call("POST", "/guardrails/backtest", { draft: DRAFT, ...body });
  const DIALECTS: [path: string, body: (text: string) => object][] = [
    ["/chat/completions", (text) => ({ messages: [{ role: "user", content: text }] })],
    ["/responses", (text) => ({ input: text })],
    ["/messages", (text) => ({ max_tokens: 50, messages: [{ role: "user", content: text }] })],
  ];
  const ids: string[] = [];
  let workspace_id: string;

  beforeAll(async () => {
    const keeping = { name: "Keeping", slug: "keeping", is_observability_io_logging_enabled: true };
    workspace_id = (await gateway.call("POST", "/workspaces", keeping)).body.data.id;
    const { key } = await gateway.newKey({ workspace_id });
    // The local model repeats its input, so that requests and responses have the same texts.
    for (const text of ["nothing", TEXT, EMAIL]) {
      for (const [path, body] of DIALECTS) {
        const { headers } = await gateway.call("POST", path, { model: "local/echo", ...body(text) }, { key });
        ids.push(headers.get("x-generation-id") as string);
      }
    }
  });

  test.each(["input", "output"])("reports how many each rule finds in their %s, and in which", async (direction) => {
    const { body, status } = await count({ workspace_id, direction, logged: {} });
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      texts: 9,
      unread: 0,
      lines: [],
      verdicts: { allowed: 3, flagged: 0, redacted: 6, blocked: 0 },
      rules: [
        { rule: "email", texts: 6, matches: 6 },
        { rule_name: "Key", shadow: true, texts: 3, matches: 3 },
      ],
    });
    const found = body.data.calls.map(({ id, verdict }: { id: string; verdict: string }) => `${id} ${verdict}`);
    expect(found).toEqual(
      ids
        .slice(3)
        .reverse()
        .map((id) => `${id} redacted`),
    );
  });

  test("uses the latest calls between two times", async () => {
    expect((await count({ workspace_id, logged: { last: 4 } })).body.data).toMatchObject({ texts: 4 });
    const { data } = (await gateway.call("GET", `/generation/content?id=${ids[3]}`)).body;
    expect((await count({ workspace_id, logged: { start: data.created_at } })).body.data).toMatchObject({ texts: 6 });
    expect((await count({ workspace_id, logged: { end: data.created_at } })).body.data).toMatchObject({ texts: 3 });
  });

  test("never reads another workspace's calls", async () => {
    expect((await count({ logged: {} })).body.data).toMatchObject({ texts: 0, unread: 0, calls: [] });
  });

  test("skips blocked calls", async () => {
    const fields = { name: "Blocks", content_filter_builtins: [{ slug: "email", action: "block" }], workspace_id };
    const { id } = (await gateway.call("POST", "/guardrails", fields)).body.data;
    const { key, hash } = await gateway.newKey({ workspace_id });
    await gateway.call("POST", `/guardrails/${id}/assignments/keys`, { key_hashes: [hash] });
    expect((await gateway.call("POST", "/responses", { model: "local/echo", input: EMAIL }, { key })).status).toBe(403);
    expect((await count({ workspace_id, logged: { last: 1 } })).body.data).toMatchObject({ texts: 0, unread: 1 });
  });

  test.each([
    ["both texts and calls", { jsonl: '"a"', logged: {} }],
    ["neither", {}],
    ["too many", { logged: { last: 1001 } }],
    ["an invalid time", { logged: { start: "yesterday" } }],
  ])("rejects %s", async (_name, body) => {
    expect((await count(body)).status).toBe(400);
  });
});
