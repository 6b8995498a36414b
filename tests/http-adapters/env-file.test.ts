import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { NODE_VARIABLES } from "#server/cli/node-flags.mjs";

// The first step of `npm start` in a separate project, whose gateway only prints its variables.

let project: string;

beforeEach(() => {
  project = mkdtempSync(join(tmpdir(), "env-file-"));
  for (const folder of ["server/build", "server/cli"]) mkdirSync(join(project, folder), { recursive: true });
  mkdirSync(join(project, "node_modules"));
  for (const file of [
    "build/compress.mjs",
    "build/source-digest.mjs",
    "cli/start.mjs",
    "cli/node-flags.mjs",
    "cli/env-file.mjs",
  ])
    copyFileSync(join("server", file), join(project, "server", file));
  symlinkSync(resolve("node_modules/node"), join(project, "node_modules/node"));
  const script = `
    const { HOST: host, PORT: port, MALLOC_TRIM_THRESHOLD_: trim } = process.env;
    const { SWITCHBOARD_SECRET: secret, OPENAI_API_KEY_2: key, CONFIG: config } = process.env;
    process.stdout.write(JSON.stringify({ host, port, trim, secret, key, config }));
  `;
  // Everything is installed and built already.
  writeFileSync(join(project, "node_modules/.switchboard-installed"), digestOf([]));
  mkdirSync(join(project, ".next/switchboard"), { recursive: true });
  writeFileSync(join(project, ".next/BUILD_ID"), "");
  writeFileSync(join(project, ".next/switchboard/main.mjs"), script);
  const sources = ["build", "cli"].flatMap((folder) => filesIn(`server/${folder}`));
  writeFileSync(join(project, ".next/switchboard-built"), digestOf(sources.sort()));
});
afterEach(() => rmSync(project, { recursive: true, force: true }));

function filesIn(folder: string): string[] {
  return readdirSync(join(project, folder)).map((file) => `${folder}/${file}`);
}

function digestOf(files: string[]): string {
  const digest = createHash("sha256");
  for (const file of files) digest.update(file).update(readFileSync(join(project, file)));
  return digest.digest("hex");
}

function start(variables: Record<string, string> = {}) {
  const { PATH = "", HOME = "" } = process.env;
  const env = { PATH, HOME, NODE_ENV: "test" as const, ...variables };
  const options = { cwd: tmpdir(), env, encoding: "utf8", timeout: 20_000 } as const;
  return spawnSync(process.execPath, [join(project, "server/cli/start.mjs")], options);
}

test("the start reads the .env file, and the environment takes precedence", () => {
  writeFileSync(join(project, ".env"), "HOST=127.0.0.2            # a comment\nPORT=4100\n");
  expect(JSON.parse(start({ PORT: "4200" }).stdout)).toMatchObject({ host: "127.0.0.2", port: "4200" });
});

test("a missing .env file is not mentioned", () => {
  expect(start()).toMatchObject({ status: 0, stderr: "" });
});

test("the start sets the variables of a serving process, and the environment takes precedence", () => {
  expect(JSON.parse(start().stdout)).toEqual({ trim: NODE_VARIABLES.MALLOC_TRIM_THRESHOLD_ });
  expect(JSON.parse(start({ MALLOC_TRIM_THRESHOLD_: "1" }).stdout)).toEqual({ trim: "1" });
});

test("an unreadable .env file stops the start with a message", () => {
  mkdirSync(join(project, ".env"));
  const { status, stderr } = start();
  expect(stderr).toMatch(/^Switchboard cannot start\.\nThe file \.env cannot be read: .+\n$/);
  expect(status).toBe(1);
});

test("secrets are read from the files that containers mount", () => {
  const [secret, key] = ["secret", "key"].map((name) => join(project, name)) as [string, string];
  writeFileSync(secret, "of a file, with = and # and spaces \n");
  writeFileSync(key, "sk-of-a-file");
  writeFileSync(join(project, ".env"), `OPENAI_API_KEY_2_FILE=${key}\n`);
  const variables = { SWITCHBOARD_SECRET_FILE: secret, SWITCHBOARD_SECRET: "", CONFIG_FILE: "/config.yaml" };
  expect(JSON.parse(start(variables).stdout)).toMatchObject({
    secret: "of a file, with = and # and spaces ",
    key: "sk-of-a-file",
  });
  // Not a secret, and no file to read here.
  expect(JSON.parse(start(variables).stdout).config).toBeUndefined();
});

test.each([
  [{ DATABASE_URL_FILE: "/no/such/file" }, /The file of DATABASE_URL_FILE cannot be read: ENOENT/],
  [
    { DATABASE_URL_FILE: "/etc/hostname", DATABASE_URL: "postgres://one" },
    /DATABASE_URL and DATABASE_URL_FILE are both/,
  ],
])("%j stops the start with a message", (variables, message) => {
  const { status, stdout, stderr } = start(variables as Record<string, string>);
  expect([status, stdout]).toEqual([1, ""]);
  expect(stderr).toMatch(message);
});
