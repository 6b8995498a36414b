import { type ChildProcess, fork, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newDataFolder } from "#tests/support/data-folder.ts";
import { NODE_FLAGS } from "#tests/support/node-flags.ts";
import type { Message, Started } from "#tests/support/servers/api-server-messages.ts";
import { callerOf, end, environmentOf, type TestGateway } from "#tests/support/servers/gateway.ts";
import { startUpstream, type Upstream } from "#tests/support/upstream/upstream.ts";

// Follows the recipes of server/README.md in a copy of the sources, and uses the results.

const NOT_COPIED = new Set([".git", ".next", ".data", ".test", "node_modules"]);
const ENDPOINT = `import { z } from "zod";
import { dataOf } from "./common.ts";
import { endpoint } from "./endpoint.ts";

export const listGreetings = endpoint({
  id: "listGreetings",
  resource: "greetings",
  method: "GET",
  path: "/greetings",
  roles: "everyone",
  access: "key",
  summary: "List the greetings",
  response: dataOf(z.object({ text: z.string() })),
  errors: [401, 405, 429, 500],
});
`;

let copy: string;
let upstream: Upstream;
let child: ChildProcess | undefined;
let folder: string;
let started: Promise<TestGateway["call"]> | undefined;

beforeAll(async () => {
  copy = mkdtempSync(join(tmpdir(), "switchboard-recipes-"));
  for (const name of readdirSync(".")) if (!NOT_COPIED.has(name)) cpSync(name, join(copy, name), { recursive: true });
  // This file names the endpoint that the recipe adds, which would count as a test of it.
  rmSync(join(copy, "tests/api/recipes.test.ts"));
  symlinkSync(join(process.cwd(), "node_modules"), join(copy, "node_modules"));
  upstream = await startUpstream();
  folder = await newDataFolder();
  const line = '  hostedProvider("acme", "Acme", "https://api.acme.example/v1", "ACME"),\n';
  change(
    "server/providers/compatible/hosted.ts",
    "];\n\nfunction hostedProvider",
    `${line}];\n\nfunction hostedProvider`,
  );
});

afterAll(async () => {
  if (child) await end(child, "SIGTERM");
  for (const one of [copy, folder]) rmSync(one, { recursive: true, force: true });
  await upstream.close();
});

function write(file: string, text: string): void {
  mkdirSync(dirname(join(copy, file)), { recursive: true });
  writeFileSync(join(copy, file), text);
}

function change(file: string, from: string, to: string): void {
  const text = readFileSync(join(copy, file), "utf8");
  expect(text).toContain(from);
  write(
    file,
    text.replace(from, () => to),
  );
}

/** Returns what the fast test of the endpoint recipe prints in the copy; undefined if it passes. */
function whatIsMissing(): string | undefined {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [
      ...["node_modules/vitest/vitest.mjs", "run", "--config", "tests/vitest.config.ts"],
      "tests/endpoint-parts.test.ts",
    ],
    { cwd: copy, env: { ...process.env, NO_COLOR: "1", TEST_REPORT: "" }, encoding: "utf8" },
  );
  return status === 0 ? undefined : stdout + stderr;
}

/** Starts the copy as the recipes have left it, once for all tests: from sources, this takes seconds. */
function start(): Promise<TestGateway["call"]> {
  started ??= startCopy({ ACME_API_KEY: "key-of-acme", ACME_BASE_URL: `${upstream.url}/acme/v1` });
  return started;
}

async function startCopy(env: Record<string, string>) {
  // Compiled code of a copy is never used again.
  const environment = { ...environmentOf({ env }, folder), NODE_DISABLE_COMPILE_CACHE: "1" };
  const forked = fork(join(copy, "tests/support/servers/api-server.ts"), {
    cwd: copy,
    env: environment,
    execArgv: NODE_FLAGS,
  });
  child = forked;
  const { url } = await new Promise<Started>((ready, failed) => {
    forked.once("message", (message) => ready((message as Extract<Message, { started: Started }>).started));
    forked.once("close", (code) => failed(new Error(`the gateway ended with ${code} at its start`)));
  });
  return callerOf(url);
}

test("an endpoint: the fast test names each missing part, and the finished endpoint responds", async () => {
  write("lib/contract/greetings.ts", ENDPOINT.replace('  roles: "everyone",\n', ""));
  const missing = whatIsMissing();
  for (const sentence of [
    "GET /greetings is not in the contract: list listGreetings in lib/contract/index.ts",
    "GET /greetings has no access rule: declare roles in lib/contract/greetings.ts",
    "GET /greetings has no operation: add server/operations/greetings/list-greetings.ts",
    "GET /greetings has no route: add app/api/v1/greetings/route.ts",
    "GET /greetings is in no row of the table of roles: add one to components/members/role-rows.ts",
    "GET /greetings has no test: call it in tests/api/greetings.test.ts",
  ])
    expect(missing).toContain(sentence);

  write("lib/contract/greetings.ts", ENDPOINT);
  change("lib/contract/index.ts", "import {", 'import { listGreetings } from "./greetings.ts";\nimport {');
  change("lib/contract/index.ts", "readonly Endpoint[] = [", "readonly Endpoint[] = [\n  listGreetings,");
  write(
    "server/operations/greetings/list-greetings.ts",
    `import { listGreetings as endpoint } from "#lib/contract/greetings.ts";
import { operation } from "#server/http/operation.ts";

export const listGreetings = operation(endpoint)(async () => ({ data: { text: "Hello" } }));
`,
  );
  write(
    "app/api/v1/greetings/route.ts",
    `import { handle } from "#server/http/handle.ts";
import { listGreetings } from "#server/operations/greetings/list-greetings.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(listGreetings);
`,
  );
  const rows = "components/members/role-rows.ts";
  change(rows, "import {", 'import { listGreetings } from "#lib/contract/greetings.ts";\nimport {');
  change(rows, "RoleRow[] = [", 'RoleRow[] = [\n  row("View greetings", [listGreetings]),');
  write("tests/api/greetings.test.ts", '// gateway.call("GET", "/greetings")\n');
  expect(whatIsMissing()).toBeUndefined();

  const call = await start();
  expect(await call("GET", "/greetings")).toMatchObject({ status: 200, body: { data: { text: "Hello" } } });
  expect((await call("GET", "/greetings", undefined, { key: null })).status).toBe(401);
  expect((await call("GET", "/openapi.json")).body.paths["/greetings"].get.summary).toBe("List the greetings");
});

test("a provider: one line and its key make its models callable, unpriced until a price is set", async () => {
  const call = await start();
  const acme = async () =>
    (await call("GET", "/providers")).body.data.find(({ slug }: { slug: string }) => slug === "acme");
  await expect.poll(async () => (await acme())?.models, { timeout: 10_000 }).toBeGreaterThan(0);
  expect(await acme()).toMatchObject({ name: "Acme", available: true, takes_own_key: true });

  const { data } = (await call("GET", "/models")).body;
  const model = data.map(({ id }: { id: string }) => id).find((id: string) => id.startsWith("acme/"));
  const ask = () => call("POST", "/responses", { model, input: "Hi" });
  expect(await ask()).toMatchObject({ status: 404, body: { error: { message: expect.stringContaining("price") } } });
  for (const unit of ["input_tokens", "output_tokens"]) {
    const price = { model_endpoint: `${model}@acme`, unit, nano_usd_per_million: 1_000_000_000, source: "a contract" };
    expect((await call("POST", "/prices", price)).status).toBe(201);
  }
  const response = await ask();
  expect(response).toMatchObject({ status: 200, body: { model } });
  expect(upstream.requests.at(-1)?.path).toBe("/acme/v1/chat/completions");
});

test("the catalogue: the command says which sources are missing, and builds from those of its flag", () => {
  const build = (...flags: string[]) =>
    spawnSync(process.execPath, ["server/catalogue/build/main.ts", ...flags], { cwd: copy, encoding: "utf8" });
  const without = build();
  expect([without.status, without.stderr]).toEqual([
    1,
    expect.stringContaining("npm run catalogue -- --data <folder>"),
  ]);

  cpSync("tests/catalogue/fixtures/data", join(copy, "sources"), { recursive: true });
  rmSync(join(copy, "sources/models-dev.json"));
  const incomplete = build("--data", "sources", "--out", "built");
  expect(incomplete.stderr).toContain("The folder sources is incomplete. Add:\n- models-dev.json: ");
  expect(incomplete.stderr).not.toContain("model-listing.json");

  cpSync("tests/catalogue/fixtures/data", join(copy, "sources"), { recursive: true });
  mkdirSync(join(copy, "built"));
  expect(build("--data", "sources", "--out", "built")).toMatchObject({ status: 0, stderr: "" });
  expect(readdirSync(join(copy, "built"))).toEqual(readdirSync("server/catalogue/snapshot"));
});
