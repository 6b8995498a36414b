import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newDataFolder } from "#tests/support/data-folder.ts";
import { bundledEntry } from "#tests/support/servers/bundle.ts";

// An invalid value prevents the start, with an error that names it and says why, without values that may be secret.

let folder: string;
let dataFolder: string;

beforeAll(async () => {
  dataFolder = await newDataFolder();
  folder = mkdtempSync(join(tmpdir(), "wrong-start-"));
  writeFileSync(join(folder, "file"), "");
});
afterAll(() => {
  for (const made of [folder, dataFolder]) rmSync(made, { recursive: true, force: true });
});

async function start(variables: Record<string, string>, cwd = process.cwd()) {
  const { PATH = "", HOME = "" } = process.env;
  const env = { PATH, HOME, NODE_ENV: "production" as const, PORT: "0", DATA_DIR: dataFolder, ...variables };
  const child = spawn(process.execPath, [await bundledEntry("main")], {
    cwd,
    env,
    stdio: ["ignore", "ignore", "pipe"],
  });
  const output = text(child.stderr);
  const code = await new Promise((ended) => child.once("close", ended));
  return { code, stderr: await output };
}

test.each<[Record<string, string>, RegExp]>([
  [{ HOST: "203.0.113.1" }, /HOST is invalid or cannot be used: .*203\.0\.113\.1/],
  [{ DATABASE_URL: "mysql://user:secret@127.0.0.1/x" }, /DATABASE_URL is invalid: it must be a postgres:\/\/ URL/],
  [{ DATABASE_URL: "postgres://user:secret@localhost:1/x" }, /DATABASE_URL is invalid or cannot be used: .*REFUSED/],
  [{ PORT: "0x10" }, /PORT is invalid: it must be a whole number from 0 to 65535, in decimal digits/],
  [{ OPENAI_API_KEY: "sk-secret key" }, /OPENAI_API_KEY is invalid/],
])("the start fails and names the variable: %j", async (variables, sentence) => {
  const { code, stderr } = await start(variables);
  expect(stderr).toMatch(sentence);
  expect(stderr).toMatch(/^Switchboard cannot start\.\n/m);
  expect(stderr).not.toContain("secret");
  expect(stderr).not.toMatch(/^ +at /m);
  expect(code).toBe(1);
});

test.each([
  ["that is a file", () => join(folder, "file")],
  ["below a file", () => join(folder, "file", "data")],
  ["where no folder can be created", () => "/proc/switchboard/data"],
])("the start fails with a data directory %s", async (_, place) => {
  const { code, stderr } = await start({ DATA_DIR: place() });
  expect(stderr).toMatch(/DATA_DIR is invalid or cannot be used: /);
  expect(code).toBe(1);
});

test("the start fails if the port is in use", async () => {
  const other = createServer();
  await new Promise<void>((listening) => other.listen(0, "127.0.0.1", listening));
  const { port } = other.address() as { port: number };
  const { code, stderr } = await start({ PORT: String(port) });
  expect(stderr).toContain(`Port ${port} is in use; set PORT to another one.`);
  expect(code).toBe(1);
  other.close();
});

test("the start fails if the console is not built", async () => {
  const checkout = join(folder, "checkout");
  mkdirSync(checkout);
  for (const name of readdirSync(".").filter((name) => name !== ".next"))
    symlinkSync(resolve(name), join(checkout, name));
  const { code, stderr } = await start({}, checkout);
  expect(stderr).toMatch(
    /^Switchboard cannot start\.\n.*required-server-files\.json is missing: .* Run npm run build\.$/m,
  );
  expect(code).toBe(1);
});
