import { readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { ensureOrganization } from "#server/auth/set-up.ts";
import { openDatabase } from "#server/data/database.ts";
import { countRecords } from "#server/data/record-counts.ts";
import { commandRunner, npmRun } from "#tests/support/commands/run-command.ts";
import { newDataFolder } from "#tests/support/data-folder.ts";
import type { TestGateway } from "#tests/support/servers/gateway.ts";
import { openPooledGateway } from "#tests/support/servers/pooled-gateway.ts";
import { startSystemPostgres, systemPostgres } from "#tests/support/servers/system-postgres.ts";
import { formWith, upload } from "./files/uploading.ts";

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

async function newFolder(): Promise<string> {
  const folder = await newDataFolder({ isEmpty: true });
  folders.push(folder);
  return folder;
}

const run = await commandRunner("backup");
const backup = (folder: string, parameters: readonly string[], env?: Record<string, string>) =>
  run(parameters, { DATA_DIR: folder, ...env });

describe("the embedded database", () => {
  let gateway: TestGateway;
  let folder: string;
  let file: string;

  beforeAll(async () => {
    gateway = await openPooledGateway();
    ({ folder } = gateway);
    folders.push(folder);
    await gateway.call("POST", "/responses", { model: "local/echo", input: "before" });
    const { key } = await gateway.newKey();
    await upload(gateway, formWith("a.txt", Buffer.from("stored")), { key });
    file = join(await newFolder(), "made.tar.zst");
    // A request is written to the ledger shortly after its response.
    await vi.waitFor(async () => expect((await gateway.call("GET", "/generations")).body.data.length).toBe(1), 20_000);
    expect(backup(folder, ["create", "--to", file])).toMatchObject({ status: 0 });
    await gateway.newKey();
    await gateway.stop({ keepFolder: true });
  });

  test("is backed up while the gateway runs, and the backup is verified by opening it", () => {
    const { status, output } = backup(folder, ["verify", file]);
    expect(output).toMatch(/opens \(requests: 1, keys: 2, workspaces: 1, files: 1\)/);
    expect(output).toContain("Contents of stored files: 1");
    expect(status).toBe(0);
  });

  test("is restored with its files, and the previous one is kept", async () => {
    const stored = readdirSync(join(folder, "files/kept"), { recursive: true });
    expect(backup(folder, ["restore", file])).toMatchObject({ status: 0 });
    expect(readdirSync(folder).filter((name) => name.startsWith("postgres.replaced-"))).toHaveLength(1);
    expect(readdirSync(join(folder, "files/kept"), { recursive: true })).toEqual(stored);
    const database = await openDatabase({ folder });
    const { keys } = await countRecords(database);
    await database.close();
    expect(keys).toBe(2);
  });

  test("stays unchanged if the backup is damaged", () => {
    const damaged = join(folder, "damaged.tar.zst");
    writeFileSync(damaged, readFileSync(file));
    truncateSync(damaged, 100_000);
    const before = readdirSync(folder).sort();
    const { status, output } = backup(folder, ["restore", damaged]);
    expect([status, output]).toEqual([1, expect.stringContaining("is damaged or not a backup")]);
    expect(readdirSync(folder).sort()).toEqual(before);
  });

  test("cannot be restored while another process uses the folder", async () => {
    const database = await openDatabase({ folder });
    const { status, output } = backup(folder, ["restore", file]);
    await database.close();
    expect([status, output]).toEqual([1, expect.stringContaining("is in use by another process")]);
  });

  test("has its backups listed, and the newest is named latest", () => {
    expect(backup(folder, ["create"]).status).toBe(0);
    expect(backup(folder, ["list"]).output).toMatch(/^\S+Z {2}backup +\d+\.\d MB {2}\S+\.tar\.zst\n$/);
    expect(backup(folder, ["verify", "latest"]).status).toBe(0);
  });
});

const programs = systemPostgres();

// `pg_dump` must have the server's version, so this uses the PostgreSQL installed on the machine.
describe.runIf(programs)("PostgreSQL", () => {
  let server: Awaited<ReturnType<typeof startSystemPostgres>>;

  beforeAll(async () => {
    server = await startSystemPostgres(programs as string);
  });
  afterAll(() => server?.close());

  test("is dumped, verified, and restored only into an empty database", async () => {
    const folder = await newFolder();
    const file = join(folder, "made.tar.zst");
    const url = server.url("postgres");
    const env = { DATABASE_URL: url, PATH: `${programs}:${process.env.PATH}` };
    const database = await openDatabase({ url, folder });
    await ensureOrganization(database);
    const before = await countRecords(database);
    expect(backup(folder, ["create", "--to", file], env)).toMatchObject({ status: 0 });
    expect(backup(folder, ["verify", file], env).output).toMatch(/A dump of PostgreSQL with \d\d tables/);
    const refused = backup(folder, ["restore", file], env);
    expect([refused.status, refused.output]).toEqual([1, expect.stringContaining("is not empty")]);
    await database.pool.query("create database restored");
    await database.close();
    const target = server.url("restored");
    expect(backup(folder, ["restore", file], { ...env, DATABASE_URL: target })).toMatchObject({ status: 0 });
    const restored = await openDatabase({ url: target, folder });
    expect(await countRecords(restored)).toEqual(before);
    await restored.close();
  });
});

test.each([
  [["restore", "none.tar.zst"], "none.tar.zst does not exist"],
  [["verify", "latest"], "Create one: npm run backup -- create"],
  [["create"], "There is no database in"],
])("%j fails with a helpful message", async (parameters, sentence) => {
  const { status, output } = backup(await newFolder(), parameters);
  expect([status, output]).toEqual([1, expect.stringContaining(sentence)]);
});

test("npm run backup prints its usage", () => {
  const { status, output } = npmRun("backup", ["restore"]);
  expect([status, output]).toEqual([1, expect.stringContaining("Usage: npm run backup")]);
});
