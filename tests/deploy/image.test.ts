import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Production, startProduction } from "#tests/support/production.ts";

// The files that the Dockerfile copies into the image, made by the same script from the build of `npm test`.

const NODE = "node_modules/node/bin/node";
const MAX_IMAGE_BYTES = 350_000_000;
/** Debian 13's C and C++ libraries, certificates and time zones, without documentation: what the base image has. */
const BASE_BYTES = 27_000_000;

const parent = mkdtempSync(join(tmpdir(), "switchboard-image-"));
const image = join(parent, "app");
let gateway: Production | undefined;

beforeAll(async () => {
  execFileSync(NODE, ["server/build/image.mjs", image]);
  gateway = await startProduction("main", { image });
});
afterAll(async () => {
  await gateway?.stop();
  rmSync(parent, { recursive: true, force: true });
});

test("the container image has at most 350 MB", () => {
  const files = readdirSync(image, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const sizes = files.map(({ parentPath, name }) => statSync(join(parentPath, name)).size);
  const filesBytes = sizes.reduce((sum, size) => sum + size, 0);
  expect(filesBytes + statSync(NODE).size + BASE_BYTES).toBeLessThanOrEqual(MAX_IMAGE_BYTES);
});

test("the files of the container image serve pages, scripts and model calls", async () => {
  const url = gateway?.url as string;
  const page = await fetch(`${url}/sign-in`);
  const [script = ""] = /\/_next\/static\/chunks\/[^"]+\.js/.exec(await page.text()) ?? [];
  const guide = await fetch(`${url}/docs/operate`);
  const call = await gateway?.call("POST", "/responses", { model: "local/echo", input: "Hello" });
  expect([page.status, guide.status, (await fetch(url + script)).status, call?.status]).toEqual([200, 200, 200, 200]);
});

test("the files of the container image include those of the commands", () => {
  const command = [join(process.cwd(), NODE), ["server/cli/backup-command.ts", "list"]] as const;
  const listed = execFileSync(...command, { cwd: image, env: { ...process.env, DATA_DIR: parent } });
  expect(listed.toString()).toContain("backup");
});
