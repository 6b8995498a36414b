import { createHash } from "node:crypto";
import OpenAI, { toFile } from "openai";
import { beforeEach, describe, expect, test } from "vitest";
import { MAX_PART_BYTES } from "#lib/contract/uploads.ts";
import { SAMPLES } from "#tests/support/file-samples.ts";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";

// Uploads in parts, with OpenAI's published client.

const gateway = sharedGateway();

let uploads: OpenAI["uploads"];
let client: OpenAI;
const clientOf = (apiKey: string) => new OpenAI({ apiKey, baseURL: `${gateway.url}/api/v1`, maxRetries: 0 });

beforeEach(async () => {
  client = clientOf((await gateway.newKey()).key);
  uploads = client.uploads;
});

const TEXT = "One two three four.";
const PDF = SAMPLES.find(([, name]) => name === "a.pdf")?.[2] as Buffer;

const create = (bytes: number, fields: object = {}) =>
  uploads.create({ bytes, filename: "notes.txt", mime_type: "text/plain", purpose: "user_data", ...fields });

async function add(id: string, bytes: string | Buffer): Promise<string> {
  const part = await uploads.parts.create(id, { data: await toFile(Buffer.from(bytes), "part") });
  expect(part).toMatchObject({ object: "upload.part", upload_id: id, created_at: expect.any(Number) });
  return part.id;
}

const failing = (status: number, message: string | RegExp) =>
  expect.objectContaining({ status, message: expect.stringMatching(message) });

describe("an upload in parts", () => {
  test("becomes a file when it is complete", async () => {
    const upload = await create(TEXT.length, { purpose: "batch" });
    expect(upload).toMatchObject({
      id: expect.stringMatching(/^upload-sb-[0-9a-f]{32}$/),
      object: "upload",
      bytes: TEXT.length,
      filename: "notes.txt",
      purpose: "batch",
      status: "pending",
      file: null,
    });
    expect(upload.expires_at - upload.created_at).toBe(3600);
    const [end, start] = await Promise.all([add(upload.id, TEXT.slice(8)), add(upload.id, TEXT.slice(0, 8))]);
    // Sent again after a lost response: the client names only one of them.
    await add(upload.id, TEXT.slice(8));
    expect(await Array.fromAsync(client.files.list())).toEqual([]);
    const done = await uploads.complete(upload.id, { part_ids: [start as string, end as string] });
    expect(done).toMatchObject({
      ...upload,
      status: "completed",
      file: { object: "file", bytes: TEXT.length, filename: "notes.txt", purpose: "batch", status: "processed" },
    });
    expect(await client.files.retrieve(done.file?.id as string)).toEqual(done.file);
    expect(await uploads.complete(upload.id, { part_ids: ["any"] })).toEqual(done);
    await expect(add(upload.id, "more")).rejects.toEqual(failing(400, "The upload is completed; create a new one"));
    await expect(uploads.cancel(upload.id)).rejects.toEqual(failing(400, "The upload is complete"));
    const input = [{ type: "input_file" as const, file_id: done.file?.id as string }];
    const response = await client.responses.create({ model: "local/echo", input: [{ role: "user", content: input }] });
    expect(response.output_text).toContain(TEXT);
  });

  test("can have parts of many megabytes", async () => {
    const whole = Buffer.concat([PDF, Buffer.alloc(70 * 1024 * 1024, " ")]);
    const { id } = await create(whole.length, { filename: "large.pdf" });
    const ids = [await add(id, whole.subarray(0, MAX_PART_BYTES)), await add(id, whole.subarray(MAX_PART_BYTES))];
    const md5 = createHash("md5").update(whole).digest("hex");
    expect((await uploads.complete(id, { part_ids: ids, md5 })).file).toMatchObject({ bytes: whole.length });
    const { size_bytes: sizeBytes, mime_type: mimeType } = (await gateway.call("GET", "/files?limit=1")).body.data[0];
    expect([sizeBytes, mimeType]).toEqual([whole.length, "application/pdf"]);
  });

  test("is checked against its MD5, in hexadecimal or base64", async () => {
    for (const encoding of ["hex", "base64"] as const) {
      const { id } = await create(TEXT.length);
      const ids = [await add(id, TEXT)];
      const other = createHash("md5").update("other").digest(encoding);
      await expect(uploads.complete(id, { part_ids: ids, md5: other })).rejects.toEqual(failing(400, "another MD5"));
      const md5 = createHash("md5").update(TEXT).digest(encoding);
      expect(await uploads.complete(id, { part_ids: ids, md5 })).toMatchObject({ status: "completed" });
    }
  });

  test("can be canceled, once or again", async () => {
    const { id } = await create(TEXT.length);
    const part = await add(id, TEXT);
    for (const _ of [1, 2]) expect(await uploads.cancel(id)).toMatchObject({ id, status: "cancelled", file: null });
    await expect(add(id, TEXT)).rejects.toEqual(failing(400, "The upload is cancelled"));
    await expect(uploads.complete(id, { part_ids: [part] })).rejects.toEqual(failing(400, "The upload is cancelled"));
  });

  test("fails unless its parts add up to the announced size", async () => {
    const { id } = await create(TEXT.length + 1);
    const part = await add(id, TEXT);
    await expect(uploads.complete(id, { part_ids: [part] })).rejects.toEqual(
      failing(400, `The parts have ${TEXT.length} of the ${TEXT.length + 1} bytes that were announced`),
    );
    const more = await add(id, "!");
    expect(await uploads.complete(id, { part_ids: [part, more] })).toMatchObject({ status: "completed" });
  });

  test("takes only its own parts, each once", async () => {
    const { id } = await create(TEXT.length);
    const other = await create(TEXT.length);
    const [own, foreign] = [await add(id, TEXT), await add(other.id, TEXT)];
    for (const ids of [[foreign], [own, own], ["part-sb-none"]])
      await expect(uploads.complete(id, { part_ids: ids })).rejects.toEqual(failing(400, /part_ids\[\d\]/));
  });

  test("rejects a file of an unsupported type, as POST /files does", async () => {
    const bytes = Buffer.from([0, 1, 2, 255]);
    const { id } = await create(bytes.length, { filename: "notes.pdf", mime_type: "application/pdf" });
    const part = await add(id, bytes);
    const completion = uploads.complete(id, { part_ids: [part] });
    await expect(completion).rejects.toEqual(failing(400, "Unsupported file type"));
  });

  test.each([
    ["more bytes than a file can have", { bytes: 101 * 1024 * 1024 }, 413, "bytes: a file can have at most"],
    ["no bytes", { bytes: 0 }, 400, "bytes"],
    ["a time to expire", { expires_after: { anchor: "created_at", seconds: 3600 } }, 400, "files do not expire here"],
    ["an unknown purpose", { purpose: "none" }, 400, "purpose"],
  ])("cannot start with %s", async (_, fields, status, message) => {
    await expect(create(10, fields)).rejects.toEqual(failing(status, message));
  });

  test("rejects an empty part, and one that is too large", async () => {
    const { id } = await create(10);
    await expect(add(id, "")).rejects.toEqual(failing(400, "The part is empty"));
    await expect(add(id, Buffer.alloc(MAX_PART_BYTES + 1))).rejects.toEqual(failing(413, "too large"));
    const form = new FormData();
    form.append("data", "text");
    const headers = { authorization: `Bearer ${gateway.managementKey}` };
    const address = `${gateway.url}/api/v1/uploads/${id}/parts`;
    const response = await fetch(address, { method: "POST", headers, body: form });
    expect([response.status, await response.text()]).toEqual([400, expect.stringContaining("needs a filename")]);
  });

  test("belongs to its creator, and to administrators of its workspace", async () => {
    const { id } = await create(TEXT.length);
    const part = await add(id, TEXT);
    const colleague = clientOf((await gateway.newKey()).key).uploads;
    await expect(colleague.cancel(id)).rejects.toEqual(failing(403, "Only the key or user that created this upload"));
    await expect(colleague.complete(id, { part_ids: [part] })).rejects.toEqual(failing(403, "Only the key or user"));
    expect((await gateway.call("POST", `/uploads/${id}/cancel`)).body).toMatchObject({ status: "cancelled" });
    await expect(uploads.cancel("upload-sb-none")).rejects.toEqual(failing(404, "Upload not found"));
  });

  test("needs a management key where uploads are restricted to them", async () => {
    const restrict = (value: boolean) =>
      gateway.call("PATCH", "/workspaces/default", { uploads_need_management_key: value });
    await restrict(true);
    await expect(create(10)).rejects.toEqual(failing(403, "Only management keys"));
    await restrict(false);
  });
});
