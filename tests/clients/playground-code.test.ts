import { execFile } from "node:child_process";
import { mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newAnswer } from "#components/playground/answer.ts";
import { codeSamples } from "#components/playground/code-samples.ts";
import type { Turn } from "#components/playground/conversation.ts";
import { pythonLiteral } from "#components/playground/python-literal.ts";
import { defaultSettings } from "#components/playground/settings.ts";
import { exampleTools } from "#components/playground/tools-text.ts";
import { startGateway, type TestGateway } from "#tests/support/gateway.ts";

const run = promisify(execFile);
// Characters that a shell, JavaScript or Python would take for something else.
const AWKWARD = `Don't stop: "it" is \\n $HOME \`fine\` $${"{x}"} ✓ 🎉`;

let gateway: TestGateway;
let folder: string;
let key: string;

beforeAll(async () => {
  gateway = await startGateway();
  key = (await gateway.newKey()).key;
  folder = await mkdtemp(join(tmpdir(), "switchboard-code-"));
  await symlink(join(process.cwd(), "node_modules"), join(folder, "node_modules"));
});

afterAll(async () => {
  await rm(folder, { recursive: true });
  await gateway.stop();
});

/** A conversation with a tool's call and result, and every setting set. */
function samples(dialect: "responses" | "messages", stream: boolean) {
  const call = { id: "c1", name: "get_weather", arguments: '{"city":"Ulm"}' };
  const asked = { role: "user", attachments: [] } as const;
  const turns: Turn[] = [
    { ...asked, id: "1", text: "The weather?", toolResults: [] },
    {
      id: "2",
      role: "assistant",
      answer: { ...newAnswer("responses", "m", true, 0), status: "done", text: "Wait.", toolCalls: [call] },
    },
    { ...asked, id: "3", text: AWKWARD, toolResults: [{ callId: "c1", name: "get_weather", output: '{"t":21}' }] },
  ];
  const values = { max_tokens: 200, temperature: 0.5, top_k: 3, seed: 4 };
  const settings = {
    ...defaultSettings,
    stream,
    system: AWKWARD,
    stop: ["END"],
    tools: exampleTools,
    toolChoice: "none" as const,
    fallbacks: ["local/extract"],
    values,
  };
  return codeSamples({ dialect, model: "local/echo", settings, supported: undefined, turns }, gateway.url);
}

async function outputOf(id: string, code: string): Promise<string> {
  const shell = id === "curl";
  const file = join(folder, `${id}-${Math.random().toString(36).slice(2)}.${shell ? "sh" : "mjs"}`);
  await writeFile(file, code);
  const environment = { ...process.env, SWITCHBOARD_KEY: key };
  const { stdout } = await run(shell ? "sh" : process.execPath, [file], { env: environment, timeout: 20_000 });
  return stdout;
}

describe.each([
  ["streamed", true],
  ["whole", false],
])("%s", (_, stream) => {
  test.each(["openai-node", "anthropic-node"])("the code for %s prints the answer as it was asked for", async (id) => {
    const code = samples("responses", stream).find((sample) => sample.id === id)?.code ?? "";
    const printed = await outputOf(id, code);
    // What is not streamed is printed by Node as a value, with its own quoting.
    expect(printed).toContain(stream || id === "openai-node" ? AWKWARD : "✓ 🎉");
  });

  test.each(["responses", "messages"] as const)("the curl and fetch code for %s reaches its end", async (dialect) => {
    for (const { id, code } of samples(dialect, stream).filter(({ id }) => id === "curl" || id === "fetch")) {
      const printed = await outputOf(id, code);
      expect(printed).toContain("🎉");
      if (stream) expect(printed).toContain(dialect === "responses" ? "[DONE]" : "message_stop");
    }
  });
});

test("Python is given in extra_body what its packages do not declare", () => {
  const [openai = "", anthropic = ""] = samples("responses", true)
    .filter(({ id }) => id.endsWith("python"))
    .map(({ code }) => code);
  expect(openai.split("extra_body=")[1]).toMatch(/"top_k": 3[\s\S]*"seed": 4[\s\S]*"stop"[\s\S]*"models"/);
  expect(anthropic.split("extra_body=")[1]).toMatch(/"temperature": 0.5[\s\S]*"top_k": 3[\s\S]*"fallbacks"/);
});

test("a JSON value reads the same in Python", () => {
  expect(pythonLiteral({ a: [true, null, 1.5], b: 'x"\n' })).toBe(
    '{\n    "a": [\n        True,\n        None,\n        1.5,\n    ],\n    "b": "x\\"\\n",\n}',
  );
});
