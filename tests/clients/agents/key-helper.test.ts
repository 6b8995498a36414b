import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { clients } from "#lib/docs/connect.ts";
import { createHome, type Home } from "#tests/support/agents/home.ts";
import { serveScripts } from "#tests/support/agents/serve-scripts.ts";
import { approve } from "#tests/support/agents/sign-in.ts";
import { becomeOwner, type Person } from "#tests/support/people.ts";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";

const gateway = sharedGateway();
let scripts: Awaited<ReturnType<typeof serveScripts>>;
let owner: Person;
let home: Home;

beforeAll(async () => {
  owner = await becomeOwner(gateway);
  scripts = await serveScripts(gateway.url);
});
afterAll(() => scripts.close());
beforeEach(() => {
  home = createHome();
});
afterEach(() => home.remove());

const STATE = ".local/state/switchboard";
const helper = (options = "") =>
  `node ${process.cwd()}/public/connect/switchboard-key.mjs --url ${scripts.url} --agent "Claude Code" ${options}`;

/** Runs a line whose sign-in is approved as soon as it shows a code. */
function runApproved(line: string) {
  let isApproved = false;
  return home.run(line, {}, (shown) => {
    const code = /enter the code ([A-Z]{4}-[A-Z]{4})/.exec(shown)?.[1];
    if (!code || isApproved) return;
    isApproved = true;
    void approve(owner, code);
  });
}

const hello = async (key: string) =>
  (await gateway.call("POST", "/responses", { model: "local/echo", input: "Hello" }, { key })).status;

const stateFile = () => join(STATE, readdirSync(join(home.path, STATE)).find((name) => name.endsWith(".json")) ?? "");

/** Makes the stored key due for renewal. */
function makeDue(): void {
  home.write(stateFile(), JSON.stringify({ ...JSON.parse(home.read(stateFile())), renew_at: 0 }));
}

describe("the key helper", () => {
  test("prints only the key, stores it for its owner only, renews it once for parallel runs, and signs out", async () => {
    const first = await runApproved(helper("--login"));
    expect(first).toMatchObject({ code: 0, stdout: expect.stringMatching(/^sk-sb-[0-9A-Za-z]{49}\n$/) });
    expect(first.stderr).toContain(`open ${scripts.url}/device and enter the code`);
    const key = first.stdout.trim();
    expect(await hello(key)).toBe(200);
    expect(statSync(join(home.path, STATE)).mode & 0o777).toBe(0o700);
    expect(statSync(join(home.path, stateFile())).mode & 0o777).toBe(0o600);
    expect(await home.run(helper())).toEqual({ code: 0, stdout: `${key}\n`, stderr: "" });

    makeDue();
    const runs = await Promise.all(Array.from({ length: 4 }, () => home.run(helper())));
    const printed = new Set(runs.map(({ code, stdout }) => `${code} ${stdout.trim()}`));
    expect(printed.size).toBe(1);
    const next = runs[0]?.stdout.trim() as string;
    expect(next).not.toBe(key);
    expect(await hello(next)).toBe(200);
    expect(readdirSync(join(home.path, STATE))).toHaveLength(1);

    expect(await home.run(helper("--logout"))).toMatchObject({
      code: 0,
      stdout: "",
      stderr: expect.stringContaining("Signed out"),
    });
    expect(await hello(next)).toBe(401);
    const asked = await home.run(helper());
    expect(asked).toMatchObject({
      code: 1,
      stdout: "",
      stderr: expect.stringContaining("You are not signed in. Run: node"),
    });
    expect(asked.stderr).toContain("--login");
  });

  test("keeps a key that works while the gateway is away, and says so once it does not", async () => {
    const { stdout } = await runApproved(helper("--login"));
    makeDue();
    const away = helper().replace(scripts.url, "http://127.0.0.1:9");
    expect(await home.run(away)).toMatchObject({ code: 1, stderr: expect.stringContaining("You are not signed in") });
    const close = scripts.close;
    await close();
    expect(await home.run(helper())).toMatchObject({ code: 0, stdout });
    home.write(stateFile(), JSON.stringify({ ...JSON.parse(home.read(stateFile())), renew_at: 0, key_expires_at: 0 }));
    expect(await home.run(helper())).toMatchObject({
      code: 1,
      stdout: "",
      stderr: expect.stringContaining("did not respond"),
    });
    scripts = await serveScripts(gateway.url);
  });

  test("asks for a new sign-in once the key was deleted, and takes over a lock that was left behind", async () => {
    await runApproved(helper("--login"));
    const { body } = await owner.call("GET", "/keys?sort=created&order=desc&limit=1");
    await owner.call("DELETE", `/keys/${body.data[0].hash}`);
    makeDue();
    expect(await home.run(helper())).toMatchObject({ code: 1, stderr: expect.stringContaining("sign in again") });
    await runApproved(helper("--login"));
    makeDue();
    home.write(`${stateFile()}.lock`, "");
    await home.run(`touch -d "2 minutes ago" ${stateFile()}.lock`);
    expect(await home.run(helper())).toMatchObject({ code: 0, stdout: expect.stringMatching(/^sk-sb-/) });
  });
});

describe("a printed line that signs in", () => {
  test.each(["claude-code", "codex"])("%s: the setting's command prints a key, and Undo signs out", async (agent) => {
    const samples = clients(scripts.url).find(({ id }) => id === agent)?.samples ?? [];
    const lineOf = (name: string) => samples.find(({ id }) => id === name)?.code ?? "";
    const done = await runApproved(lineOf("sign-in"));
    expect(done).toMatchObject({ code: 0, stdout: "" });
    const { stdout } = await home.run(commandOf(agent));
    expect(await hello(stdout.trim())).toBe(200);
    // Already signed in: no code is shown.
    expect((await home.run(lineOf("sign-in"))).stderr).not.toContain("enter the code");
    expect(await home.run(lineOf("undo"))).toMatchObject({ code: 0 });
    expect(home.files()).toEqual({});
    expect(await hello(stdout.trim())).toBe(401);
  });
});

function commandOf(agent: string): string {
  if (agent === "claude-code") return JSON.parse(home.read(".claude/settings.json")).apiKeyHelper;
  const text = home.read(".codex/config.toml");
  const args = JSON.parse(/^args = (.*)$/m.exec(text)?.[1] ?? "[]") as string[];
  return ["node", ...args].map((word) => JSON.stringify(word)).join(" ");
}
