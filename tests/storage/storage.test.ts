import { existsSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { Agent } from "undici";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { diskStorage } from "#server/storage/disk.ts";
import { type S3Options, s3Storage } from "#server/storage/s3.ts";
import { clearSpool, withSpool } from "#server/storage/spool.ts";
import type { Storage } from "#server/storage/storage.ts";
import { type S3Server, startS3 } from "#tests/support/servers/s3-server.ts";

let folder: string;
let s3: S3Server;
const dispatcher = new Agent();
const storages: Record<string, Storage> = {};

const CONTENT = Buffer.alloc(3_000_001, "some bytes ");

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "switchboard-storage-"));
  s3 = await startS3();
  storages.disk = diskStorage(join(folder, "kept"));
  storages.S3 = bucket({});
});
afterAll(async () => {
  await dispatcher.close();
  await s3.close();
  rmSync(folder, { recursive: true, force: true });
});

function bucket(changes: Partial<Omit<S3Options, "dispatcher">>): Storage {
  const { endpoint, bucket, env } = s3;
  const { S3_ACCESS_KEY_ID: accessKeyId = "", S3_SECRET_ACCESS_KEY: secretAccessKey = "" } = env;
  const prefix = "of/tests/";
  return s3Storage({
    endpoint,
    bucket,
    region: "us-east-1",
    prefix,
    accessKeyId,
    secretAccessKey,
    dispatcher,
    ...changes,
  });
}

async function place(storage: Storage, id: string, content: Buffer): Promise<void> {
  const path = join(folder, id);
  writeFileSync(path, content);
  await storage.place(path, id);
}

describe.each(["disk", "S3"])("files stored on %s", (name) => {
  const storage = () => storages[name] as Storage;

  test("are returned unchanged, including an empty one", async () => {
    for (const [id, content] of [
      ["file-1", CONTENT],
      ["file-2", Buffer.from("x")],
    ] as const) {
      await place(storage(), id, content);
      expect((await buffer(await storage().open(id))).equals(content)).toBe(true);
    }
  });

  test("can be read in part", async () => {
    await place(storage(), "file-part", CONTENT);
    // Not 0 to 0, which the tests' S3 server treats as all bytes.
    for (const [start, end] of [
      [0, 1],
      [1_000_000, 2_999_999],
      [3_000_000, 3_000_000],
    ] as const) {
      const part = await buffer(await storage().open("file-part", { start, end }));
      expect(part.equals(CONTENT.subarray(start, end + 1))).toBe(true);
    }
  });

  test("cannot be read once deleted, and can be deleted twice", async () => {
    await place(storage(), "file-3", CONTENT);
    await storage().remove("file-3");
    await storage().remove("file-3");
    await expect(storage().open("file-3")).rejects.toMatchObject({ status: 503 });
  });

  test("can be abandoned while being read", async () => {
    await place(storage(), "file-4", CONTENT);
    const bytes = await storage().open("file-4");
    for await (const _ of bytes) break;
    expect(bytes.destroyed).toBe(true);
  });
});

describe("an unusable bucket", () => {
  test.each([
    ["cannot be reached", { endpoint: "http://127.0.0.1:9" }],
    ["does not exist", { bucket: "no-such-bucket" }],
    ["does not know the key", { accessKeyId: "wrong" }],
    ["rejects the signature", { secretAccessKey: "wrong" }],
  ])("%s: 503, without the address or the key", async (_, changes) => {
    const storage = bucket(changes);
    for (const attempt of [() => place(storage, "file-5", CONTENT), () => storage.open("file-5")]) {
      const error = await attempt().then(
        () => undefined,
        (thrown: Error) => thrown,
      );
      expect(error).toMatchObject({ status: 503 });
      expect(error?.message).not.toMatch(/127\.0\.0\.1|wrong|S3RVER/);
    }
  });
});

describe("an upload", () => {
  const spool = () => join(folder, "arriving");
  const failing = async function* () {
    yield CONTENT;
    throw new Error("cut off");
  };

  test("leaves nothing behind, whether it was accepted, rejected or interrupted", async () => {
    await withSpool(spool(), async (file) => {
      await file.write(failing()).catch(() => undefined);
      expect(readdirSync(spool())).toHaveLength(1);
    });
    await expect(withSpool(spool(), (file) => file.write(failing()))).rejects.toThrow("cut off");
    await withSpool(spool(), (file) => (storages.disk as Storage).place(file.path, "file-6"));
    expect(readdirSync(spool())).toEqual([]);
  });

  test("is swept if the process died, but not while it is being written", async () => {
    const [old, young] = [join(spool(), "old"), join(spool(), "young")];
    for (const path of [old, young]) writeFileSync(path, "x");
    utimesSync(old, 1_000, 1_000);
    await clearSpool(spool(), Date.now() - 60_000);
    expect([existsSync(old), existsSync(young)]).toEqual([false, true]);
    await clearSpool(join(folder, "nowhere"), Date.now());
  });
});
