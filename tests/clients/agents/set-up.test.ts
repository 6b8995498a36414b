import { statSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { clients } from "#lib/docs/connect.ts";
import { withKey } from "#lib/request-samples.ts";
import { createHome, type Home } from "#tests/support/agents/home.ts";
import { serveScripts } from "#tests/support/agents/serve-scripts.ts";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";

// The lines of the Connect pages, run as printed.

const gateway = sharedGateway();
let scripts: Awaited<ReturnType<typeof serveScripts>>;
let home: Home;
const KEY = "sk-sb-a-key-for-the-settings";

beforeAll(async () => {
  scripts = await serveScripts(gateway.url);
});
afterAll(() => scripts.close());

beforeEach(() => {
  home = createHome();
});
afterEach(() => home.remove());

const AGENTS = clients("").filter(({ files }) => files);

/** Returns a printed line of an agent, with the key filled in. */
function lineOf(agent: string, sample: string): string {
  const client = clients(scripts.url).find(({ id }) => id === agent);
  return withKey(client?.samples.find(({ id }) => id === sample)?.code ?? "", KEY);
}

const SETTINGS: Record<string, Record<string, string>> = {
  "claude-code": {
    ".claude/settings.json": '{\n\t"permissions": { "allow": ["Bash(ls:*)"] },\n\t"env": {\n\t\t"FOO": "1"\n\t}\n}',
  },
  codex: {
    ".codex/config.toml":
      '# mine\r\nmodel = "gpt-5" # keep this\r\nnotes = """\r\n[model_providers.switchboard]\r\n"""\r\n\r\n' +
      '[model_providers.switchboard]\r\nname = "old"\r\n\r\n[model_providers.switchboard.auth]\r\ncommand = "old"\r\n\r\n' +
      '[mcp_servers.x] # a server\r\nargs = [\r\n  "[a]",\r\n]\r\n',
  },
  opencode: {
    ".config/opencode/opencode.json":
      '{\n  // my theme\n  "theme": "x", // trailing\n  /* more */ "provider": { "other": {} },\n}\n',
  },
  "qwen-code": { ".qwen/settings.json": "{}" },
  "gemini-cli": {
    ".gemini/.env": "# keys\nGEMINI_API_KEY=mine\nOTHER=1",
    ".gemini/settings.json": '{"model": {"name": "a", "x": 1}}\n',
  },
  pi: { ".pi/agent/models.json": '{ "providers": { "ollama": { "models": [] } } }\n' },
  aider: { ".aider.conf.yml": "# mine\nmodel: gpt-5\ndark-mode: true\n" },
};

describe.each(AGENTS.map(({ id }) => [id]))("%s", (agent) => {
  test("is set up in an empty home, again without a change, and undone without a trace", async () => {
    const first = await home.run(lineOf(agent, "key"));
    expect(first).toMatchObject({ code: 0, stdout: "" });
    const files = clients(scripts.url).find(({ id }) => id === agent)?.files ?? [];
    for (const { id, label, code } of files.filter(({ id }) => id.startsWith(`${agent}-key`))) {
      const file = label.slice(2);
      expect(home.read(file).trimEnd(), id).toBe(withKey(code, KEY));
      expect(statSync(join(home.path, file)).mode & 0o777).toBe(0o600);
    }
    const written = home.files();
    expect((await home.run(lineOf(agent, "key"))).code).toBe(0);
    expect(home.files()).toEqual(written);
    expect((await home.run(lineOf(agent, "undo"))).code).toBe(0);
    expect(home.files()).toEqual({});
  });

  test("keeps other settings and comments, and undo restores every byte", async () => {
    for (const [file, text] of Object.entries(SETTINGS[agent] ?? {})) home.write(file, text);
    const before = home.files();
    expect(await home.run(lineOf(agent, "key"))).toMatchObject({ code: 0 });
    expect(
      Object.keys(SETTINGS[agent] ?? {})
        .map(home.read)
        .join("\n"),
    ).toContain(scripts.url);
    for (const [file, text] of Object.entries(SETTINGS[agent] ?? {})) {
      const edited = home.read(file);
      for (const comment of text.match(/#.*|\/\/.*|\/\*.*?\*\//g) ?? []) expect(edited).toContain(comment);
      expect(edited.match(/\r\n/g) !== null).toBe(text.includes("\r\n"));
    }
    expect(await home.run(lineOf(agent, "undo"))).toMatchObject({ code: 0 });
    expect(home.files()).toEqual(before);
  });
});

/** What a person or the agent itself does to a file after the set-up. */
const EDITS: Record<string, [file: string, before: string, edit: (text: string) => string]> = {
  "claude-code": [".claude/settings.json", '{\n  "model": "a",\n  "env": { "FOO": "1" }\n}\n', addTheme],
  codex: [
    ".codex/config.toml",
    '# mine\nmodel = "gpt-5" # keep\n\n[mcp_servers.x]\nargs = []\n',
    (text) => `${text}\n[projects."/work"]\ntrust_level = "trusted"\n`,
  ],
  opencode: [".config/opencode/opencode.json", '{\n  // mine\n  "provider": {},\n}\n', addTheme],
  "qwen-code": [".qwen/settings.json", "", (text) => text.replace(/\n\}\n$/, ',\n  "theme": "dark"\n}\n')],
  aider: [".aider.conf.yml", "model: gpt-5\n", (text) => `dark-mode: true\n${text}vim: true\n`],
};

function addTheme(text: string): string {
  return text.replace("{", '{\n  "theme": "dark",');
}

describe("an edit after the set-up", () => {
  test.each(Object.keys(EDITS))("%s: stays, and Undo takes back only what was set", async (agent) => {
    const [file, before, edit] = EDITS[agent] as (typeof EDITS)[string];
    if (before) home.write(file, before);
    await home.run(lineOf(agent, "key"));
    home.write(file, edit(home.read(file)));
    const edited = home.read(file);
    expect(await home.run(lineOf(agent, "key"))).toMatchObject({ code: 0 });
    expect(await home.run(lineOf(agent, "undo"))).toMatchObject({ code: 0 });
    const left = home.read(file);
    expect(left).not.toMatch(/switchboard|127\.0\.0\.1/i);
    for (const comment of edited.match(/#.*|\/\/ .*/g) ?? []) expect(left).toContain(comment);
    if (before) expect(left).toBe(edit(before));
    else expect(JSON.parse(left)).toEqual({ theme: "dark" });
  });

  test("that the agent cannot read is reported, and the former text is kept", async () => {
    await home.run(lineOf("claude-code", "key"));
    home.write(".claude/settings.json", "{");
    const { code, stderr } = await home.run(lineOf("claude-code", "undo"));
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining("The former text is in ") });
    expect(home.read(".claude/settings.json")).toBe("{");
  });
});

describe("a set-up that cannot be done changes nothing", () => {
  test.each([
    ["claude-code", ".claude/settings.json", '{ "a": ', "it is not valid JSON (line 1)"],
    ["claude-code", ".claude/settings.json", '{ "env": [] }', "env is not an object"],
    ["codex", ".codex/config.toml", 'model_providers = { a = "b" }\n', "is written without a [table]"],
  ])("%s: %s with %j", async (agent, file, text, message) => {
    home.write(file, text);
    const { code, stderr } = await home.run(lineOf(agent, "key"));
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining(message) });
    expect(home.read(file)).toBe(text);
  });

  test("without a key, for an unknown agent, and to undo what was not done", async () => {
    const load = `curl -fsS ${scripts.url}/connect/setup.mjs | node --input-type=module -`;
    const errors: [string, string][] = [
      [`${load} codex --url ${scripts.url}`, "Set KEY to an API key"],
      [`${load} nothing --url ${scripts.url}`, "Name an agent: claude-code"],
      [`${load} opencode --url ${scripts.url} --sign-in`, "cannot run a command for its key"],
      [`${load} codex`, "Pass the gateway's address"],
      [lineOf("codex", "undo"), "was not set up"],
    ];
    for (const [line, message] of errors)
      expect(await home.run(line)).toMatchObject({ code: 1, stderr: expect.stringContaining(message) });
    expect(home.files()).toEqual({});
  });
});
