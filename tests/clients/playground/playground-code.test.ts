import { describe, expect, test } from "vitest";
import { codeSamples } from "#components/playground/code/code-samples.ts";
import { newAnswer } from "#components/playground/result/answer.ts";
import { pythonLiteral } from "#components/playground/text/code/python-literal.ts";
import type { Turn } from "#components/playground/text/pane/conversation.ts";
import { defaultSettings } from "#components/playground/text/settings/settings.ts";
import { exampleTools } from "#components/playground/text/settings/tools-text.ts";
import { AWKWARD, codeWorld } from "./code-folder.ts";

const world = codeWorld();

/** A conversation with a tool call and its result, and with every setting. */
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
  return codeSamples({ dialect, model: "local/echo", settings, supported: undefined, turns }, world.gateway.url);
}

describe.each([
  ["streamed", true],
  ["whole", false],
])("%s", (_, stream) => {
  test.each(["openai-node", "anthropic-node"])("the code for %s prints the requested response", async (id) => {
    const sample = samples("responses", stream).find((one) => one.id === id)?.code ?? "";
    const printed = await world.code.outputOf(id, sample);
    // Node prints a value that is not streamed with its own quoting.
    expect(printed).toContain(stream || id === "openai-node" ? AWKWARD : "✓ 🎉");
  });

  test.each(["responses", "messages"] as const)("the curl and fetch code for %s runs to its end", async (dialect) => {
    for (const sample of samples(dialect, stream).filter(({ id }) => id === "curl" || id === "fetch")) {
      const printed = await world.code.outputOf(sample.id, sample.code);
      expect(printed).toContain("🎉");
      if (stream) expect(printed).toContain(dialect === "responses" ? "[DONE]" : "message_stop");
    }
  });
});

test("Python passes undeclared fields in extra_body", () => {
  const [openai = "", anthropic = ""] = samples("responses", true)
    .filter(({ id }) => id.endsWith("python"))
    .map(({ code }) => code);
  expect(openai.split("extra_body=")[1]).toMatch(/"top_k": 3[\s\S]*"seed": 4[\s\S]*"stop"[\s\S]*"models"/);
  expect(anthropic.split("extra_body=")[1]).toMatch(/"temperature": 0.5[\s\S]*"top_k": 3[\s\S]*"fallbacks"/);
});

test("a JSON value is the same in Python", () => {
  expect(pythonLiteral({ a: [true, null, 1.5], b: 'x"\n' })).toBe(
    '{\n    "a": [\n        True,\n        None,\n        1.5,\n    ],\n    "b": "x\\"\\n",\n}',
  );
});
