import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { commandRunner, npmRun } from "#tests/support/commands/run-command.ts";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";

const gateway = sharedGateway();

const run = await commandRunner("config");
const access = () => ({ SWITCHBOARD_URL: gateway.url, SWITCHBOARD_MANAGEMENT_KEY: gateway.managementKey });
const config = (parameters: readonly string[], env?: Record<string, string>) =>
  run(parameters, { ...access(), ...env });

/** Writes a document into the gateway's data folder, which is removed after the test. */
function writeDocument(text: string): string {
  const folder = join(gateway.folder, "documents");
  mkdirSync(folder, { recursive: true });
  const file = join(folder, "switchboard.yaml");
  writeFileSync(file, text);
  writeFileSync(join(folder, "team.key"), "sk-team-0123456789abcdef\n");
  return file;
}

const DOCUMENT = `version: 1
workspaces:
  - slug: default
    name: Default
    keys: [{ name: CI, limit: 5 }]
    credentials:
      - { provider: openai, name: Team, key: { file: team.key } }
      - { provider: anthropic, name: Team, key: { env: TEAM_ANTHROPIC_KEY } }
`;
const ENV = { TEAM_ANTHROPIC_KEY: "sk-ant-0123456789abcdef" };

test("drift is an error before a document has been applied", () => {
  expect(config(["drift"])).toEqual({ status: 2, output: "No document has been applied yet\n" });
});

test("plan shows the changes, apply makes them and prints new keys once, and drift then finds none", () => {
  const file = writeDocument(DOCUMENT);
  const planned = config(["plan", file], ENV);
  expect(planned.output).toContain("+ key default/CI\n    limit: 5\n+ credential default/openai/Team");
  expect(planned.output).toContain("Not computed: Changed provider keys");
  expect(planned.status).toBe(0);
  const [hash] = /[0-9a-f]{64}/.exec(planned.output) as RegExpExecArray;
  const applied = config(["apply", file, "--plan", hash], ENV);
  expect(applied).toEqual({
    status: 0,
    output: expect.stringMatching(/3 created, 0 updated.*\n.*\n {2}default\/CI: sk-/),
  });
  expect(config(["plan", file], ENV).output).toContain("Nothing to change.");
  expect(config(["drift"])).toEqual({ status: 0, output: expect.stringContaining("Nothing has changed since.") });
  for (const { output } of [planned, applied]) {
    expect(output).not.toContain("sk-team");
    expect(output).not.toContain("sk-ant");
  }
});

test("the plan shows a changed secret without its value", () => {
  const { output } = config(["plan", writeDocument(DOCUMENT)], { TEAM_ANTHROPIC_KEY: "sk-ant-another-0123456789" });
  expect(output).toContain(
    '~ credential default/anthropic/Team\n    key: "stored secret" → {"env":"TEAM_ANTHROPIC_KEY"}',
  );
  expect(output).not.toContain("sk-ant");
});

test("drift exits with 1 after a change elsewhere, and applying the document again reverts it", async () => {
  const [{ hash }] = (await gateway.call("GET", "/keys?q=CI")).body.data;
  await gateway.call("PATCH", `/keys/${hash}`, { limit: 50 });
  const { status, output } = config(["drift"]);
  expect([status, output]).toEqual([1, expect.stringContaining("~ key default/CI\n    limit: 50 → 5")]);
  expect(config(["apply", writeDocument(DOCUMENT)], ENV).status).toBe(0);
  expect(config(["drift"]).status).toBe(0);
});

test("export includes the references of the applied document", () => {
  const file = join(gateway.folder, "documents/exported.yaml");
  expect(config(["export", "--to", file]).output).toBe(`Wrote ${file}\n`);
  const text = readFileSync(file, "utf8");
  expect(text).toContain("file: team.key");
  expect(text).toContain("env: TEAM_ANTHROPIC_KEY");
  expect(config(["plan", file], ENV).output).toContain("Nothing to change.");
});

test("schema writes the JSON Schema", () => {
  const file = join(gateway.folder, "documents/schema.json");
  expect(config(["schema", "--to", file]).status).toBe(0);
  expect(JSON.parse(readFileSync(file, "utf8")).properties.version).toEqual({ type: "number", const: 1 });
});

test("problems are listed by line, and errors exit with 2", () => {
  const { status, output } = config(["plan", writeDocument("version: 1\nworkspace: []\nmembers: 5\n")]);
  expect([status, output]).toEqual([
    2,
    expect.stringMatching(/^2:\d+ workspace: There is no such field\n3:\d+ members: /),
  ]);
  expect(npmRun("config", ["plan"], access())).toEqual({ status: 2, output: expect.stringContaining("Usage:") });
  expect(config(["drift"], { SWITCHBOARD_URL: "http://127.0.0.1:1" }).status).toBe(2);
});
