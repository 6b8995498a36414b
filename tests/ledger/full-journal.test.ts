import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, statfsSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { type StoppableServer, startServer } from "#tests/support/databases.ts";
import { startGateway, type TestGateway } from "#tests/support/servers/gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";

// Calls during a database outage while the disk is full.

const BODY = { model: "openai/gpt-5-mini", max_tokens: 50, messages: [{ role: "user", content: "hi" }] };
const BOUND = 200_000;

const upstream = sharedUpstream();
let postgres: StoppableServer;
let folders: string[] = [];

beforeAll(async () => {
  postgres = await startServer();
});
afterAll(() => postgres?.close());
afterEach(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  folders = [];
});

function start(folder: string, env: Record<string, string> = {}): Promise<TestGateway> {
  return startGateway({ upstream, providers: ["openai"], folder, env: { DATABASE_URL: postgres.url, ...env } });
}

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "switchboard-test-"));
  folders.push(folder);
  return folder;
}

/** Calls from eight callers until all are rejected. Returns the ids of the successful calls, and the last rejection. */
async function untilRejected(gateway: TestGateway, key: string) {
  const ids: string[] = [];
  const caller = async () => {
    for (;;) {
      const response = await gateway.call("POST", "/chat/completions", BODY, { key });
      if (response.status !== 200) return response;
      ids.push(response.headers.get("x-generation-id") as string);
    }
  };
  const [rejection] = await Promise.all(Array.from({ length: 8 }, caller));
  return { ids, rejection: rejection as Awaited<ReturnType<typeof caller>> };
}

async function recordedCalls(hash: string): Promise<{ ids: string[]; requests: number }> {
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  const { rows } = await client.query("select id from generation where key_hash = $1 and status = 200", [hash]);
  const spent = await client.query(
    "select coalesce(sum(requests), 0)::int as requests from spend where payer_kind = 'key' and payer_id = $1",
    [hash],
  );
  await client.end();
  return { ids: rows.map(({ id }) => id).sort(), requests: spent.rows[0].requests };
}

const readiness = async ({ url }: TestGateway) => {
  const response = await fetch(`${url}/api/health/ready`);
  const { status, degraded } = await response.json();
  return [response.status, status, degraded.map(({ part }: { part: string }) => part)];
};

function bytesOf(folder: string): number {
  const journal = join(folder, "journal");
  return readdirSync(journal).reduce((sum, name) => sum + statSync(join(journal, name)).size, 0);
}

test("calls during an outage are kept up to JOURNAL_MAX_BYTES, then rejected, and written once, even after kill -9", async () => {
  const env = { JOURNAL_MAX_BYTES: String(BOUND) };
  const first = await start(newFolder(), env);
  const { key, hash } = await first.newKey();
  await first.call("POST", "/chat/completions", BODY, { key });
  await expect.poll(async () => (await recordedCalls(hash)).requests).toBe(1);
  const [known = ""] = (await recordedCalls(hash)).ids;
  await postgres.stop();
  const { ids, rejection } = await untilRejected(first, key);
  expect(ids.length).toBeGreaterThan(20);
  expect([rejection.status, rejection.body.error.metadata.reason]).toEqual([503, "ledger_unavailable"]);
  expect(Number(rejection.headers.get("retry-after"))).toBeGreaterThan(0);
  expect(bytesOf(first.folder)).toBeLessThan(2 * BOUND);
  await expect.poll(() => readiness(first)).toEqual([503, "unavailable", ["database", "ledger"]]);
  await first.kill();
  await postgres.start();
  const second = await start(first.folder, env);
  await expect.poll(() => readiness(second), { timeout: 20_000 }).toEqual([200, "ok", []]);
  const all = { ids: [known, ...ids].sort(), requests: ids.length + 1 };
  await expect.poll(() => recordedCalls(hash), { timeout: 20_000 }).toEqual(all);
  expect((await second.call("POST", "/chat/completions", BODY, { key })).status).toBe(200);
  await second.stop();
});

describe.skipIf(!canMount())("on a full disk", () => {
  test.each([
    ["up", async () => undefined, async () => undefined],
    ["down", () => postgres.stop(), () => postgres.start()],
  ])("with PostgreSQL %s, calls are rejected and none is lost; with space again they continue", async (_, down, up) => {
    const folder = newFolder();
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=8m", "tmpfs", folder]);
    try {
      const gateway = await start(folder);
      const { key, hash } = await gateway.newKey();
      expect((await gateway.call("POST", "/chat/completions", BODY, { key })).status).toBe(200);
      await expect.poll(async () => (await recordedCalls(hash)).requests).toBe(1);
      const before = (await recordedCalls(hash)).ids;
      await down();
      const { bavail, bsize } = statfsSync(folder);
      writeFileSync(join(folder, "filler"), Buffer.alloc(bavail * bsize - 64 * 1024, 1));
      fill(join(folder, "filler"));
      const { ids, rejection } = await untilRejected(gateway, key);
      expect([rejection.status, rejection.body.error.metadata.reason]).toEqual([503, "ledger_unavailable"]);
      expect((await readiness(gateway)).slice(0, 2)).toEqual([503, "unavailable"]);
      rmSync(join(folder, "filler"));
      await up();
      await expect.poll(() => readiness(gateway), { timeout: 20_000 }).toEqual([200, "ok", []]);
      const all = { ids: [...before, ...ids].sort(), requests: ids.length + 1 };
      await expect.poll(() => recordedCalls(hash), { timeout: 20_000 }).toEqual(all);
      expect((await gateway.call("POST", "/chat/completions", BODY, { key })).status).toBe(200);
      await gateway.stop({ keepFolder: true });
    } finally {
      execFileSync("umount", ["-l", folder]);
    }
  });
});

/** Fills a disk completely. */
function fill(file: string): void {
  try {
    for (;;) writeFileSync(file, Buffer.alloc(4096, 1), { flag: "a" });
  } catch {
    // Full.
  }
}

function canMount(): boolean {
  const folder = mkdtempSync(join(tmpdir(), "switchboard-mount-"));
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=1m", "tmpfs", folder], { stdio: "ignore" });
    execFileSync("umount", [folder]);
    return true;
  } catch {
    return false;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
