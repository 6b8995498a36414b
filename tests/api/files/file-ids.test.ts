import { beforeAll, describe, expect, test } from "vitest";
import { type DialectName, post } from "#tests/pipeline/calling.ts";
import { SAMPLES } from "#tests/support/file-samples.ts";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";
import { formWith, upload } from "./uploading.ts";

const ids: Record<string, string> = {};
const contents = new Map(SAMPLES.map(([, name, content]) => [name, content]));

const upstream = sharedUpstream();
const gateway = sharedGateway({ upstream });

beforeAll(async () => {
  for (const name of ["a.pdf", "a.png", "a.mp3", "a.csv", "a.docx", "a.flac"]) {
    const form = formWith(name, contents.get(name));
    ids[name] = (await upload(gateway, form, { key: gateway.managementKey })).body.id;
  }
});

type Body = Record<string, unknown>;

const PARTS: Record<DialectName, (id: string | undefined, type?: string) => Body> = {
  responses: (file_id, type = "input_file") => ({ input: [{ role: "user", content: [{ type, file_id }] }] }),
  chat: (file_id) => ({ messages: [{ role: "user", content: [{ type: "file", file: { file_id } }] }] }),
  messages: (file_id, type = "document") => ({
    messages: [{ role: "user", content: [{ type, source: { type: "file", file_id } }] }],
  }),
};
const NATIVE = {
  responses: "openai/gpt-5-mini",
  chat: "openai/gpt-4o-mini",
  messages: "anthropic/claude-sonnet-4.5",
} as const;
const CONVERTED = {
  responses: "anthropic/claude-sonnet-4.5",
  chat: "google/gemini-2.5-flash",
  messages: "openai/gpt-5-mini",
};

const base64 = (name: string) => (contents.get(name) as Buffer).toString("base64");
const ask = (dialect: DialectName, model: string, body: Body, key?: string) =>
  post(gateway, dialect, { model, ...body }, key ? { key } : {});

describe("a stored file referenced by id", () => {
  test.each<[DialectName, string, string | undefined, Body]>([
    [
      "responses",
      "a.pdf",
      undefined,
      { type: "input_file", filename: "a.pdf", file_data: "data:application/pdf;base64,…" },
    ],
    ["responses", "a.png", undefined, { type: "input_image", image_url: "data:image/png;base64,…" }],
    ["responses", "a.png", "input_image", { type: "input_image", image_url: "data:image/png;base64,…" }],
    ["responses", "a.csv", undefined, { type: "input_text", text: expect.stringMatching(/^a\.csv\n\nname,age/) }],
    ["responses", "a.mp3", undefined, { type: "input_audio", input_audio: { format: "mp3", data: "…" } }],
    [
      "chat",
      "a.pdf",
      undefined,
      { type: "file", file: { filename: "a.pdf", file_data: "data:application/pdf;base64,…" } },
    ],
    ["chat", "a.png", undefined, { type: "image_url", image_url: { url: "data:image/png;base64,…" } }],
    ["chat", "a.csv", undefined, { type: "text", text: expect.stringContaining("Doe, Jane") }],
    [
      "messages",
      "a.pdf",
      undefined,
      { title: "a.pdf", source: { type: "base64", media_type: "application/pdf", data: "…" } },
    ],
    ["messages", "a.csv", undefined, { source: { type: "text", media_type: "text/plain", data: expect.any(String) } }],
    ["messages", "a.png", "image", { source: { type: "base64", media_type: "image/png", data: "…" } }],
  ])("%s: %s is sent to the upstream in its own format (%s)", async (dialect, name, type, expected) => {
    const { status, text } = await ask(dialect, NATIVE[dialect], PARTS[dialect](ids[name], type));
    expect(status, text).toBe(200);
    const sent = JSON.parse(upstream.requests[0]?.raw.toString() ?? "{}");
    const part = (sent.input ?? sent.messages)[0].content[0];
    const filled = JSON.parse(JSON.stringify(part).replaceAll(base64(name), "…"));
    expect(filled).toMatchObject(expected);
    expect(JSON.stringify(sent)).not.toContain("file-sb-");
  });

  test.each(["responses", "chat", "messages"] as const)(
    "%s: also reaches an upstream with another dialect",
    async (dialect) => {
      const { status, text } = await ask(dialect, CONVERTED[dialect], PARTS[dialect](ids["a.pdf"]));
      expect(status, text).toBe(200);
      expect(upstream.requests[0]?.raw.toString()).toContain(base64("a.pdf"));
    },
  );

  test("works in a tool result too", async () => {
    const source = { type: "file", file_id: ids["a.png"] };
    const content = [{ type: "tool_result", tool_use_id: "t", content: [{ type: "image", source }] }];
    const call = { role: "assistant", content: [{ type: "tool_use", id: "t", name: "look", input: {} }] };
    const body = { messages: [{ role: "user", content: "Hi" }, call, { role: "user", content }] };
    expect((await ask("messages", NATIVE.messages, body)).status).toBe(200);
    expect(upstream.requests[0]?.raw.toString()).toContain(base64("a.png"));
  });

  test("is estimated by the text it contains", async () => {
    const count = async (id: string | undefined) => {
      const body = { model: NATIVE.messages, ...PARTS.messages(id) };
      return (await gateway.call("POST", "/messages/count_tokens", body)).body.input_tokens;
    };
    expect(await count(ids["a.csv"])).toBeGreaterThan(5);
  });
});

describe("a file is rejected", () => {
  const refused = async (status: number, dialect: DialectName, body: Body, key?: string) => {
    const response = await ask(dialect, NATIVE[dialect], body, key);
    expect(response.status, response.text).toBe(status);
    expect(JSON.parse(response.text)).toMatchObject({ type: "error", error: { code: status } });
    expect(upstream.requests).toEqual([]);
  };

  test("if it is not stored: 404", async () => {
    for (const dialect of ["responses", "chat", "messages"] as const) {
      await refused(404, dialect, PARTS[dialect](`file-sb-${"0".repeat(32)}`));
    }
  });

  test("if it belongs to another workspace: 404", async () => {
    const { body } = await gateway.call("POST", "/workspaces", { name: "Elsewhere", slug: "elsewhere" });
    const { key } = await gateway.newKey({ workspace_id: body.data.id });
    await refused(404, "responses", PARTS.responses(ids["a.pdf"]), key);
  });

  test("if the part accepts another type: 400", async () => {
    await refused(400, "responses", PARTS.responses(ids["a.pdf"], "input_image"));
    await refused(400, "messages", PARTS.messages(ids["a.docx"]));
    await refused(400, "messages", PARTS.messages(ids["a.pdf"], "image"));
  });

  test("if the request would be too large: 413", async () => {
    const large = formWith("large.txt", Buffer.alloc(13 * 1024 * 1024, "text\n"));
    const { id } = (await upload(gateway, large, { key: gateway.managementKey })).body;
    const part = { type: "input_file", file_id: id };
    await refused(413, "responses", { input: [{ role: "user", content: [part, part] }] });
  });

  test("an id in another format is passed to the upstream", async () => {
    const { status } = await ask("responses", NATIVE.responses, PARTS.responses("file-abc123"));
    expect([status, upstream.requests[0]?.raw.toString().includes("file-abc123")]).toEqual([200, true]);
  });
});

test("a limit must also cover the file of a call", async () => {
  const { key } = await gateway.newKey({ limit: 0.005 });
  const body = { ...PARTS.messages(ids["a.pdf"]), max_tokens: 10 };
  expect((await ask("messages", NATIVE.messages, body, key)).status).toBe(402);
  const plain = { messages: [{ role: "user", content: "Hi" }], max_tokens: 10 };
  expect((await ask("messages", NATIVE.messages, plain, key)).status).toBe(200);
});
