import { chmodSync, mkdirSync, mkdtempSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { newDataFolder } from "#tests/support/data-folder.ts";
import { startGateway, type TestGateway } from "#tests/support/servers/gateway.ts";

let gateway: TestGateway | undefined;
afterEach(async () => {
  await gateway?.stop();
  gateway = undefined;
});

/** Files and folders that the group or others can access. */
function openToOthers(folder: string): string[] {
  const below = readdirSync(folder, { recursive: true, withFileTypes: true });
  const paths = [folder, ...below.map((entry) => join(entry.parentPath, entry.name))];
  return paths.filter((path) => (statSync(path).mode & 0o077) !== 0);
}

async function writeSome(started: TestGateway): Promise<void> {
  const form = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\nA text.\r\n--x--\r\n';
  const headers = { "content-type": "multipart/form-data; boundary=x" };
  expect((await started.call("POST", "/files", form, { headers })).status).toBe(200);
  expect((await started.call("POST", "/responses", { model: "local/echo", input: "Hi" })).status).toBe(200);
  await started.newKey();
}

test("only the owner can read a new data folder and all files in it", async () => {
  const folder = join(mkdtempSync(join(tmpdir(), "switchboard-folder-")), "above", "data");
  mkdirSync(join(folder, ".."), { mode: 0o755 });
  gateway = await startGateway({ folder });
  await writeSome(gateway);
  expect(readdirSync(folder)).toEqual(expect.arrayContaining(["files", "postgres", "secret"]));
  expect(openToOthers(folder)).toEqual([]);
}, 240_000);

test("files that an earlier version left readable are restricted at the start", async () => {
  const folder = await newDataFolder();
  writeFileSync(join(folder, "secret"), "x".repeat(64));
  for (const path of readdirSync(folder, { recursive: true, withFileTypes: true }))
    chmodSync(join(path.parentPath, path.name), path.isDirectory() ? 0o755 : 0o666);
  chmodSync(folder, 0o755);
  gateway = await startGateway({ folder });
  await writeSome(gateway);
  expect(openToOthers(folder)).toEqual([]);
}, 240_000);
