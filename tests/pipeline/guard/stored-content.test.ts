import pg from "pg";
import { beforeAll, describe, expect, test } from "vitest";
import type { StoredContentRow } from "#server/data/generation-contents.ts";
import { readEnvironment } from "#server/env.ts";
import { createContentSeals } from "#server/ledger/content-seals.ts";
import { openContentVault } from "#server/security/byte-vault.ts";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedPostgres } from "#tests/support/servers/shared-postgres.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";
import { type Event, leaving, post, saying, streamOf, until } from "../calling.ts";
import { DIALECTS, NATIVE, OTHER } from "./guard-bodies.ts";
import { EMAIL, emailRule, guardedKeys } from "./guarding.ts";

type StoredRow = StoredContentRow & { workspace_id: string };

const server = sharedPostgres();
const upstream = sharedUpstream();
const gateway = sharedGateway(() => ({
  upstream,
  providers: ["openai", "anthropic", "google", "groq"],
  env: { DATABASE_URL: server.url },
}));
const keyFor = guardedKeys(gateway);

beforeAll(async () => {
  await gateway.call("PATCH", "/workspaces/default", { is_observability_io_logging_enabled: true });
});

async function keptOf(headers: Headers): Promise<Event> {
  const { status, body } = await gateway.call("GET", `/generation/content?id=${headers.get("x-generation-id")}`);
  expect([status, body.error]).toEqual([200, undefined]);
  return body.data;
}

/** Everything that is stored about the content of requests, as text: the rows, and what their seals contain. */
async function readStored(): Promise<string> {
  const client = new pg.Client({ connectionString: server.url });
  await client.connect();
  const { rows } = await client.query<StoredRow>("select * from generation_content");
  await client.end();
  const seals = createContentSeals(openContentVault(readEnvironment({ DATA_DIR: gateway.folder })));
  const opened = rows.map(({ workspace_id: workspaceId, ...row }) => seals.open({ ...row, workspaceId }));
  expect(opened.length).toBeGreaterThan(0);
  expect(opened).not.toContain(undefined);
  return JSON.stringify([rows, opened]);
}

const CALLS = DIALECTS.flatMap((dialect) =>
  [true, false].flatMap((stream) => [
    { dialect, way: stream ? "native, streamed" : "native, whole", stream, model: NATIVE[dialect] },
    { dialect, way: stream ? "converted, streamed" : "converted, whole", stream, model: OTHER[dialect] },
  ]),
);

describe.each(CALLS)("$dialect, $way", ({ dialect, model, stream }) => {
  const ask = (text: string, more: object = {}) => saying(dialect, model, text, { max_tokens: 500, stream, ...more });

  test("the request and the whole response are stored", async () => {
    upstream.script({ answer: { text: "Fine, \u0000thanks.", thinking: "How am I?" } });
    const { headers } = await post(gateway, dialect, ask("How are you?"));
    const kept = await keptOf(headers);
    const { id, input, output, request, error } = kept;
    expect({ id, error }).toEqual({ id: headers.get("x-generation-id"), error: null });
    expect(JSON.stringify(input)).toContain("How are you?");
    expect(request).toMatchObject({ model, stream });
    expect(output.completion).toBe("Fine, \u0000thanks.");
    // This provider returns its reasoning only on request.
    expect(output.reasoning).toBe(model === "openai/gpt-5-mini" ? null : "How am I?");
    expect(kept).toMatchObject({ dialect, input_cut: false, output_cut: false, input_withheld: false });
  });

  test("tools are stored with their arguments", async () => {
    upstream.script({ answer: { text: "", toolCalls: [{ name: "weather", arguments: { city: "Lisbon" } }] } });
    const { headers } = await post(gateway, dialect, ask("Weather?", { tools: toolsOf(dialect) }));
    const { output } = await keptOf(headers);
    expect(output.tool_calls.map(({ name }: Event) => name)).toEqual(["weather"]);
    expect(JSON.parse(output.tool_calls[0].arguments)).toEqual({ city: "Lisbon" });
  });

  test("the credentials of MCP servers are not stored", async () => {
    const secret = "mcp-secret-4711";
    const server = { type: "url", url: "https://mcp.example/mcp", name: "maths", authorization_token: secret };
    const tool = {
      type: "mcp",
      server_label: "maths",
      server_url: "https://mcp.example/mcp",
      require_approval: "never",
    };
    const named = { ...tool, authorization: secret, headers: { "x-key": secret } };
    const more = dialect === "messages" ? { mcp_servers: [server] } : { tools: [named] };
    const { headers } = await post(gateway, dialect, ask("Hello", more));
    // If the gateway calls the server itself, the request fails, because the name does not resolve.
    if (headers.has("x-generation-id")) expect(JSON.stringify(await keptOf(headers))).toContain("maths");
    expect(await readStored()).not.toContain(secret);
  });

  test("redacted values are stored as placeholders, even if the response restores them", async () => {
    const key = await keyFor({ ...emailRule("redact", { applies_to: "input" }), restore_placeholders: true });
    const { headers, text } = await post(gateway, dialect, ask(`Write to ${EMAIL}`, { user: EMAIL }), { key });
    expect(text).toContain("ana.silva@");
    const kept = await keptOf(headers);
    expect(JSON.stringify(kept.input)).toContain("Write to [EMAIL_1]");
    expect(kept.output.completion).toContain("Write to [EMAIL_1]");
    expect(kept.request.user).toBe("[EMAIL_1]");
    expect(await readStored()).not.toContain("ana.silva");
  });
});

function toolsOf(dialect: string): object[] {
  const parameters = { type: "object", properties: { city: { type: "string" } } };
  if (dialect === "messages") return [{ name: "weather", input_schema: parameters }];
  const described = { name: "weather", parameters };
  return [dialect === "chat" ? { type: "function", function: described } : { type: "function", ...described }];
}

test("neither side is stored if there are too many redactions to mask", async () => {
  const key = await keyFor(emailRule("redact"));
  const mails = Array.from({ length: 1200 }, (_, index) => `ana.silva${index}@example.com`).join(" ");
  const { headers } = await post(gateway, "chat", saying("chat", NATIVE.chat, mails), { key });
  const { input_withheld, request, output, error } = await keptOf(headers);
  expect([input_withheld, request === null, output.completion === null, error]).toEqual([true, true, true, null]);
  expect(await readStored()).not.toContain("ana.silva");
});

describe("content that a guardrail blocks", () => {
  test("is never stored for a request, but the rejection is", async () => {
    const key = await keyFor(emailRule("block"));
    const { status, headers } = await post(gateway, "chat", saying("chat", NATIVE.chat, `Write to ${EMAIL}`), { key });
    expect(status).toBe(403);
    const kept = await keptOf(headers);
    expect(kept).toMatchObject({ input: { messages: [] }, request: null, input_withheld: true });
    expect(kept.error).toMatchObject({ status: 403, provider_name: null, previous_errors: [] });
    expect(await readStored()).not.toContain("ana.silva");
  });

  test("is stored for a response as far as the caller received it", async () => {
    const key = await keyFor(emailRule("block", { applies_to: "output" }));
    upstream.script({ answer: { text: `${"Before it. ".repeat(50)}${EMAIL} and after` } });
    const { headers } = await streamOf(gateway, "chat", saying("chat", NATIVE.chat, "Hello"), { key });
    const { output, error } = await keptOf(headers);
    expect(output.completion).toMatch(/^Before it\. /);
    expect(output.completion).not.toContain("after");
    expect(error.status).toBe(403);
    expect(await readStored()).not.toContain("ana.silva");
  });
});

describe("a request that fails", () => {
  test("is stored with the errors of its attempts", async () => {
    const model = "openai/gpt-oss-120b";
    upstream.script({ fault: { status: 400 } });
    const { headers, status } = await post(gateway, "chat", saying("chat", model, "Hello"));
    const { input, output, error } = await keptOf(headers);
    expect(input.messages).toEqual([{ role: "user", content: "Hello" }]);
    expect(output).toEqual({ completion: null, reasoning: null, tool_calls: [] });
    expect(error).toMatchObject({ status, provider_name: "groq", previous_errors: [] });
    expect(error.raw).toBeTruthy();
  });

  test("keeps what was streamed before the failure", async () => {
    upstream.script({ fault: { cutAfterEvents: 4 }, answer: { text: "one two three four five six seven eight" } });
    const { headers } = await streamOf(gateway, "messages", saying("messages", NATIVE.messages, "Hello", MAX));
    const { output, error } = await keptOf(headers);
    expect(output.completion).toMatch(/^one/);
    expect(output.completion).not.toContain("eight");
    expect(error.message).toBeTruthy();
  });

  test("keeps what was delivered if the caller disconnected", async () => {
    upstream.script({ fault: { stallAfterEvents: 6 }, answer: { text: "one two three four five six seven eight" } });
    const body = saying("messages", NATIVE.messages, "Hello", { ...MAX, stream: true });
    const call = leaving(gateway, "messages", body, "left-kept");
    const headers = await call.chunk;
    call.leave();
    const path = `/generation/content?id=${headers.get("x-generation-id")}`;
    const { data } = await until(async () => {
      const { status, body } = await gateway.call("GET", path);
      return status === 200 ? body : undefined;
    }, "the call was kept");
    expect(data.output.completion).toMatch(/^one/);
  });
});

const MAX = { max_tokens: 500 };

describe("content that is too large", () => {
  test("is stored without images, then with its longest texts truncated, and marked", async () => {
    const picture = `data:image/png;base64,${"A".repeat(400_000)}`;
    const content = [
      { type: "text", text: "What is this?" },
      { type: "image_url", image_url: { url: picture } },
    ];
    const first = await post(gateway, "chat", { model: NATIVE.chat, messages: [{ role: "user", content }] });
    const kept = await keptOf(first.headers);
    expect(kept).toMatchObject({ input_cut: true });
    expect(kept.input.messages[0].content[0].text).toBe("What is this?");
    expect(kept.input.messages[0].content[1].image_url.url).toMatch(/^data:image\/png;base64,A+… \[cut, 400022 char/);
    const messages = [
      { role: "system", content: "Be brief." },
      { role: "user", content: "word ".repeat(100_000) },
      { role: "user", content: "And the last word?" },
    ];
    const { input, input_cut, size_bytes } = await keptOf(
      (await post(gateway, "chat", { model: NATIVE.chat, messages })).headers,
    );
    expect([input_cut, input.messages.length]).toEqual([true, 3]);
    expect(input.messages[1].content).toMatch(/… \[cut, 500000 characters\]$/);
    expect(input.messages[2].content).toBe("And the last word?");
    expect(size_bytes).toBeLessThan(600_000);
  });

  test("keeps the first texts if there are too many", async () => {
    const messages = Array.from({ length: 20_000 }, (_, index) => ({ role: "user", content: `Line ${index}` }));
    const { headers } = await post(gateway, "chat", { model: NATIVE.chat, messages });
    const kept = await keptOf(headers);
    expect(kept).toMatchObject({ input_cut: true, request: null });
    expect(kept.input.prompt).toContain("Line 100");
    expect(kept.input.prompt.length).toBeLessThanOrEqual(256 * 1024);
  });

  test("is truncated in a response", async () => {
    upstream.script({ answer: { text: "löng ".repeat(80_000) } });
    const { headers } = await post(gateway, "chat", saying("chat", NATIVE.chat, "Hello"));
    const { output, output_cut } = await keptOf(headers);
    expect(output_cut).toBe(true);
    expect(Buffer.byteLength(output.completion)).toBeLessThanOrEqual(256 * 1024);
    expect(output.completion).not.toContain("\uFFFD");
  });
});
