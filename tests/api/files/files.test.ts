import { readdirSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { archiveOf, PNG, SAMPLES, VIDEOS } from "#tests/support/file-samples.ts";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { formWith, upload } from "./uploading.ts";

let key: string;
let other: { id: string; key: string };

const gateway = sharedGateway();

beforeAll(async () => {
  key = (await gateway.newKey()).key;
  const { body } = await gateway.call("POST", "/workspaces", { name: "Elsewhere", slug: "elsewhere" });
  other = { id: body.data.id, key: (await gateway.newKey({ workspace_id: body.data.id })).key };
});

const send = (form: FormData, query = "", headers = {}) => upload(gateway, form, { key, query, headers });
const text = (content: string) => formWith("note.txt", Buffer.from(content));

describe("an upload", () => {
  test.each(SAMPLES)(
    "with %s (%s) is accepted, and its type is detected from its bytes",
    async (mime_type, name, content) => {
      const { status, body } = await send(formWith(name, content));
      expect(status, JSON.stringify(body)).toBe(200);
      expect(body).toEqual({
        id: expect.stringMatching(/^file-sb-[0-9a-f]{32}$/),
        type: "file",
        filename: name,
        mime_type,
        size_bytes: content.length,
        downloadable: false,
        created_at: expect.any(String),
      });
      expect((await gateway.call("GET", `/files/${body.id}`, undefined, { key })).body).toEqual(body);
    },
  );

  test("takes its name from the last part of the path, within limits", async () => {
    for (const [sent, kept] of [
      ["../../etc/passwd", "passwd"],
      ["C:\\notes\\Grüße.txt", "Grüße.txt"],
      [`${"x".repeat(300)}.txt`, "x".repeat(255)],
      ["..", "unnamed"],
    ] as const) {
      expect((await send(formWith(sent, Buffer.from("text")))).body.filename).toBe(kept);
    }
  });

  test.each<[string, FormData]>([
    ["an empty file", formWith("a.txt", Buffer.alloc(0))],
    ["a program with the file name of an image", formWith("a.png", Buffer.from("\x7fELF\x02\x01\x01\0\0", "latin1"))],
    ["an archive that is not a document", formWith("a.docx", archiveOf("a.txt"))],
    ["a video", formWith("a.mp4", VIDEOS[0]?.[2])],
    ["text that is not UTF-8", formWith("a.txt", Buffer.from("Grüße", "latin1"))],
    ["no file", formWith(undefined, undefined, { purpose: "user_data" })],
    ["a text field in place of the file", formWith(undefined, undefined, { file: "text" })],
    ["a file in a part with another name", formWith("a.txt", Buffer.from("text"), {}, "document")],
    ["two files", twoFiles()],
    ["too many parts", formWith("a.txt", Buffer.from("text"), Object.fromEntries(numberedParts(30)))],
  ])("containing %s is rejected", async (_, form) => {
    const { status, body } = await send(form);
    expect([status, body.error?.code]).toEqual([400, 400]);
  });

  test.each<[string, string | undefined, string]>([
    ["JSON", "application/json", '{"file": "x"}'],
    ["nothing", undefined, ""],
    ["a form without a boundary", "multipart/form-data", "--x\r\n\r\n--x--"],
    [
      "a form with a different boundary",
      "multipart/form-data; boundary=y",
      '--x\r\ncontent-disposition: form-data; name="file"',
    ],
    ["a truncated form", "multipart/form-data; boundary=x", truncatedForm()],
    ["a form without headers", "multipart/form-data; boundary=x", "--x\r\nnonsense\r\n--x--"],
  ])("sent as %s is rejected", async (_, type, content) => {
    const headers = { ...(type && { "content-type": type }) };
    const { status, body } = await gateway.call("POST", "/files", content, { key, headers });
    expect(status, JSON.stringify(body)).toBe(400);
  });

  test("stores nothing of a rejected file", async () => {
    const counted = () => readdirSync(join(gateway.folder, "files"), { recursive: true }).length;
    const before = counted();
    expect((await send(formWith("a.bin", Buffer.alloc(100_000)))).status).toBe(400);
    expect(counted()).toBe(before);
    expect(readdirSync(join(gateway.folder, "files/arriving"))).toEqual([]);
  });

  test("cannot be forwarded to a provider", async () => {
    for (const call of ["GET /files", "POST /files"]) {
      const [method = "", path] = call.split(" ");
      expect((await gateway.call(method, `${path}?provider=openai`, undefined, { key })).status).toBe(400);
    }
  });

  test("requires a management key if the workspace restricts it", async () => {
    await gateway.call("PATCH", "/workspaces/elsewhere", { uploads_need_management_key: true });
    const refused = await upload(gateway, text("x"), { key: other.key });
    expect(refused.body.error).toMatchObject({ code: 403, message: "Only management keys can perform this operation" });
    const managed = await upload(gateway, text("x"), { key: gateway.managementKey, query: "?workspace_id=elsewhere" });
    expect(managed.status).toBe(200);
  });
});

describe("a file", () => {
  test("is not found from another workspace", async () => {
    const { id } = (await send(text("mine"))).body;
    for (const path of [`/files/${id}`, `/files/${id}/content`, `/files/${id}?workspace_id=${other.id}`]) {
      expect((await gateway.call("GET", path, undefined, { key: other.key })).status, path).toBe(404);
    }
    expect((await gateway.call("DELETE", `/files/${id}`, undefined, { key: other.key })).status).toBe(404);
    expect((await gateway.call("GET", `/files?after=${id}`, undefined, { key: other.key })).status).toBe(400);
    expect((await gateway.call("GET", `/files?workspace_id=${other.id}`, undefined, { key })).status).toBe(404);
    const listed = await gateway.call("GET", "/files?limit=1000", undefined, { key: other.key });
    expect(JSON.stringify(listed.body)).not.toContain(id);
  });

  test("cannot be downloaded if it was uploaded", async () => {
    const { id } = (await send(text("mine"))).body;
    const { status, body } = await gateway.call("GET", `/files/${id}/content`, undefined, { key });
    expect([status, body.error.message]).toEqual([400, "An uploaded file cannot be downloaded"]);
  });

  test("is removed with its bytes when it is deleted, and the deletion is audited", async () => {
    const { id } = (await send(formWith("a.png", PNG))).body;
    const kept = join(gateway.folder, "files/kept", id.slice(-2));
    expect(readdirSync(kept)).toContain(id);
    const { status, body } = await gateway.call("DELETE", `/files/${id}`, undefined, { key });
    expect([status, body]).toEqual([200, { id, type: "file_deleted" }]);
    expect(readdirSync(kept)).not.toContain(id);
    for (const method of ["GET", "DELETE"]) {
      expect((await gateway.call(method, `/files/${id}`, undefined, { key })).status).toBe(404);
    }
    const audit = await gateway.call("GET", `/audit?target_id=${id}`);
    expect(audit.body.data).toMatchObject([{ action: "file.delete" }]);
  });
});

function twoFiles(): FormData {
  const form = formWith("a.txt", Buffer.from("text"));
  form.append("file", new Blob(["more"]), "b.txt");
  return form;
}

function numberedParts(count: number): [string, string][] {
  return Array.from({ length: count }, (_, index) => [`field${index}`, "x"]);
}

function truncatedForm(): string {
  return '--x\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\nhalf of it';
}
