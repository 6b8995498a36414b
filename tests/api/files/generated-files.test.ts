import { afterAll, beforeAll, expect, test } from "vitest";
import { openDatabase } from "#server/data/database.ts";
import { findFile } from "#server/data/files.ts";
import { readEnvironment } from "#server/env.ts";
import type { Gateway } from "#server/gateway.ts";
import { removeLeftoverFiles } from "#server/jobs/file-jobs.ts";
import { createLog } from "#server/log.ts";
import { diskStorage } from "#server/storage/disk.ts";
import { storeGeneratedFile } from "#server/storage/store-file.ts";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedPostgres } from "#tests/support/servers/shared-postgres.ts";
import { formWith, upload } from "./uploading.ts";

// Generated files, and what a crash leaves, are created by a second process on the same database and folder.

const postgres = sharedPostgres();
const gateway = sharedGateway(() => ({ env: { DATABASE_URL: postgres.url } }));

let inside: Pick<Gateway, "database" | "storage" | "environment">;

beforeAll(async () => {
  inside = {
    database: await openDatabase({ url: postgres.url, folder: gateway.folder }),
    storage: diskStorage(`${gateway.folder}/files/kept`),
    environment: readEnvironment({ DATA_DIR: gateway.folder }),
  };
});
afterAll(() => inside?.database.close());

const later = (ms: number) =>
  removeLeftoverFiles({
    ...inside,
    spoolFolder: `${gateway.folder}/files/arriving`,
    log: createLog("silent"),
    now: () => Date.now() + ms,
  });

async function* parts() {
  for (let index = 0; index < 40; index++) yield Buffer.alloc(50_000, index);
}

test("only its workspace can download a generated file, unchanged", async () => {
  const { key } = await gateway.newKey();
  const { body } = await gateway.call("GET", "/key", undefined, { key });
  const facts = { workspaceId: body.data.workspace_id, filename: 'Größe "1".mp4', mimeType: "video/mp4" };
  const { id } = await storeGeneratedFile(inside as Gateway, { ...facts, bytes: parts() });
  const found = await gateway.call("GET", `/files/${id}`, undefined, { key });
  expect(found.body).toMatchObject({ downloadable: true, mime_type: "video/mp4", size_bytes: 2_000_000 });

  const headers = { authorization: `Bearer ${key}` };
  const response = await fetch(`${gateway.url}/api/v1/files/${id}/content`, { headers });
  expect(response.status).toBe(200);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    "content-type": "application/octet-stream",
    "content-length": "2000000",
    "content-disposition": "attachment; filename*=UTF-8''Gr%C3%B6%C3%9Fe%20%221%22.mp4",
    "x-content-type-options": "nosniff",
  });
  const whole = Buffer.concat(await Array.fromAsync(parts()));
  expect(Buffer.from(await response.arrayBuffer()).equals(whole)).toBe(true);

  // An interrupted download resumes where it stopped.
  const range = { ...headers, range: "bytes=75000-", "if-range": response.headers.get("etag") as string };
  const rest = await fetch(`${gateway.url}/api/v1/files/${id}/content`, { headers: range });
  expect([rest.status, rest.headers.get("content-range")]).toEqual([206, "bytes 75000-1999999/2000000"]);
  expect(Buffer.from(await rest.arrayBuffer()).equals(whole.subarray(75_000))).toBe(true);

  await inside.storage.remove(id);
  expect((await gateway.call("GET", `/files/${id}/content`, undefined, { key })).status).toBe(503);
});

test("the sweep removes only what a crash left unfinished", async () => {
  const { database, storage } = inside;
  const form = formWith("a.txt", Buffer.from("text"));
  const { body } = await upload(gateway, form, { key: gateway.managementKey });
  const { workspaceId } = { workspaceId: (await gateway.call("GET", "/key")).body.data.workspace_id };
  await database.pool.query("update file set stored = false where id = $1", [body.id]);
  const kept = await upload(gateway, form, { key: gateway.managementKey });

  await later(0);
  await storage.open(body.id).then((bytes) => bytes.destroy());
  await later(2 * 3_600_000);
  await expect(storage.open(body.id)).rejects.toMatchObject({ status: 503 });
  const { rows } = await database.pool.query("select count(*) from file where id = $1", [body.id]);
  expect(rows).toEqual([{ count: 0 }]);
  expect(await findFile(database.queries, workspaceId, kept.body.id)).toMatchObject({ id: kept.body.id });
});

test("the sweep removes the files of a deleted workspace", async () => {
  const made = await gateway.call("POST", "/workspaces", { name: "Short", slug: "short" });
  const form = formWith("a.txt", Buffer.from("text"));
  const query = `?workspace_id=${made.body.data.id}`;
  const { id } = (await upload(gateway, form, { key: gateway.managementKey, query })).body;
  expect((await gateway.call("DELETE", "/workspaces/short")).status).toBe(200);
  await later(0);
  await expect(inside.storage.open(id)).rejects.toMatchObject({ status: 503 });
});

test("the sweep removes the pieces of abandoned uploads, however many", async () => {
  const { database } = inside;
  const leftovers = async () => (await database.pool.query("select count(*) from file where not stored")).rows[0].count;
  const started = await gateway.call("POST", "/gemini/upload");
  await fetch(started.headers.get("x-goog-upload-url") as string, {
    method: "POST",
    headers: { "x-goog-upload-command": "upload" },
    body: Buffer.alloc(256 * 1024, "a"),
  });
  await database.pool.query(`
    insert into file (id, workspace_id, filename, mime_type, size_bytes, purpose, downloadable)
    select 'piece-' || number, workspace_id, 'a', 'text/plain', 1, 'user_data', false
    from file, generate_series(1, 1500) as number where not stored`);
  expect(await leftovers()).toBe(1501);
  await later(0);
  expect(await leftovers()).toBe(1501);
  await later(2 * 3_600_000);
  expect(await leftovers()).toBe(0);
});

test("the sweep removes cached content that has expired, and that of a deleted workspace", async () => {
  const { database, storage } = inside;
  const create = async (key: string, fields = {}) => {
    const content = { model: "local/echo", contents: [{ parts: [{ text: "Hi" }] }], ...fields };
    const { name } = (await gateway.call("POST", "/gemini/cachedContents", content, { key })).body;
    return name.replace("cachedContents/", "") as string;
  };
  const isStored = (id: string) =>
    storage.open(id).then(
      (bytes) => Boolean(bytes.destroy()),
      () => false,
    );
  const made = await gateway.call("POST", "/workspaces", { name: "Brief", slug: "brief" });
  const { key, hash } = await gateway.newKey({ workspace_id: made.body.data.id });
  const ids = [
    await create(gateway.managementKey, { ttl: "60s" }),
    await create(gateway.managementKey, { ttl: "86400s" }),
    await create(key, { ttl: "86400s" }),
  ];
  await later(0);
  expect(await Promise.all(ids.map(isStored))).toEqual([true, true, true]);
  await gateway.call("DELETE", `/keys/${hash}`);
  expect((await gateway.call("DELETE", "/workspaces/brief")).status).toBe(200);
  await later(120_000);
  expect(await Promise.all(ids.map(isStored))).toEqual([false, true, false]);
  const { rows } = await database.pool.query("select id from cached_content");
  expect(rows).toEqual([{ id: ids[1] }]);
});

test("an upload in parts expires after an hour, and the sweep removes it", async () => {
  const { database } = inside;
  const { id } = (await gateway.call("POST", "/uploads", { bytes: 4, filename: "a.txt", purpose: "user_data" })).body;
  const hourAgo = "now() - interval '1 hour'";
  await database.pool.query(`update file set created_at = ${hourAgo}, moved_at = ${hourAgo} where id = $1`, [id]);
  const completion = await gateway.call("POST", `/uploads/${id}/complete`, { part_ids: ["any"] });
  expect([completion.status, completion.body.error.message]).toEqual([400, "The upload is expired; create a new one"]);
  expect((await gateway.call("POST", `/uploads/${id}/cancel`)).body).toMatchObject({ id, status: "expired" });
  await later(1_000);
  expect((await gateway.call("POST", `/uploads/${id}/cancel`)).status).toBe(404);
});
