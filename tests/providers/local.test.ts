import type { LanguageModelV4CallOptions, LanguageModelV4Prompt, LanguageModelV4StreamPart } from "@ai-sdk/provider";
import { describe, expect, test } from "vitest";
import { words } from "#server/providers/local/bm25.ts";
import { local } from "#server/providers/local/local.ts";

const at = { credential: "", baseUrl: "local:", fetch };
const weather = {
  type: "function" as const,
  name: "get_weather",
  inputSchema: {
    type: "object" as const,
    properties: {
      city: { type: "string" as const },
      days: { type: "integer" as const, minimum: 2 },
      unit: { enum: ["celsius", "kelvin"] },
      note: { type: "string" as const },
    },
    required: ["city", "days", "unit"],
  },
};

function user(text: string): LanguageModelV4Prompt {
  return [{ role: "user", content: [{ type: "text", text }] }];
}

async function model(name: string, wordDelayMs = 0) {
  const found = await local({ wordDelayMs }).text?.({ model: name, ...at });
  if (!found) throw new Error("local has no text");
  return found;
}

async function stream(name: string, options: LanguageModelV4CallOptions, wordDelayMs = 0) {
  const { stream } = await (await model(name, wordDelayMs)).doStream(options);
  return Array.fromAsync(stream as unknown as AsyncIterable<LanguageModelV4StreamPart>);
}

async function answer(name: string, options: LanguageModelV4CallOptions): Promise<string> {
  const { content } = await (await model(name)).doGenerate(options);
  return content.map((part) => (part.type === "text" ? part.text : "")).join("");
}

describe("echo", () => {
  test("repeats the last user text word by word", async () => {
    const text = "  Guten Tag,\n\nschöne   Welt 👋🏽! ";
    const parts = await stream("echo", { prompt: [...user("earlier"), ...user(text)] });
    const deltas = parts.flatMap((part) => (part.type === "text-delta" ? [part.delta] : []));
    expect(deltas.length).toBeGreaterThan(4);
    expect(deltas.join("")).toBe(text);
    expect(parts.map(({ type }) => type).filter((type) => type !== "text-delta")).toEqual([
      "stream-start",
      "text-start",
      "text-end",
      "finish",
    ]);
  });

  test("returns the same content, end and usage, streamed or not", async () => {
    const options = { prompt: user("The same, twice.") };
    const whole = await (await model("local/echo")).doGenerate(options);
    const finish = (await stream("local/echo", options)).at(-1);
    expect(finish).toEqual({ type: "finish", usage: whole.usage, finishReason: whole.finishReason });
    expect(whole.usage.outputTokens.total).toBeGreaterThan(0);
  });

  test("waits before each word and stops at once on an abort", async () => {
    const started = performance.now();
    await stream("echo", { prompt: user("one two three four five") }, 20);
    expect(performance.now() - started).toBeGreaterThan(90);

    const controller = new AbortController();
    const slow = stream("echo", { prompt: user("one two"), abortSignal: controller.signal }, 60_000);
    controller.abort();
    await expect(slow).rejects.toThrow();
  });

  test("ends a stream without pauses on an abort", async () => {
    const controller = new AbortController();
    const options = { prompt: user("one two three"), abortSignal: controller.signal };
    const reader = (await (await model("echo")).doStream(options)).stream.getReader();
    await reader.read();
    controller.abort();
    const rest = async () => {
      while (!(await reader.read()).done);
    };
    await expect(rest()).rejects.toThrow();
  });

  test("calls the first tool when asked to use the tool, with input that fits its schema", async () => {
    const options = { prompt: user("Please use the tool"), tools: [weather] };
    const parts = await stream("echo", options);
    const input = { city: "Please use the tool", days: 2, unit: "celsius" };
    const call = { toolCallId: "call_local_1", toolName: "get_weather", input: JSON.stringify(input) };
    expect(parts.find(({ type }) => type === "tool-call")).toEqual({ type: "tool-call", ...call });
    const deltas = parts.flatMap((part) => (part.type === "tool-input-delta" ? [part.delta] : []));
    expect(deltas.join("")).toBe(call.input);
    expect(parts.at(-1)).toMatchObject({ finishReason: { unified: "tool-calls" } });
  });

  test("follows tool_choice", async () => {
    const other = { ...weather, name: "other" };
    const tools = [weather, other];
    const called = async (options: Partial<LanguageModelV4CallOptions>, text = "hi") => {
      const { content } = await (await model("echo")).doGenerate({ prompt: user(text), tools, ...options });
      return content.map((part) => (part.type === "tool-call" ? part.toolName : part.type));
    };
    expect(await called({})).toEqual(["text"]);
    expect(await called({ toolChoice: { type: "required" } })).toEqual(["get_weather"]);
    expect(await called({ toolChoice: { type: "tool", toolName: "other" } })).toEqual(["other"]);
    expect(await called({ toolChoice: { type: "none" } }, "use the tool")).toEqual(["text"]);
  });

  test("repeats a tool's result instead of calling it again, and gives later calls new ids", async () => {
    const call = { type: "tool-call" as const, toolCallId: "call_local_1", toolName: "get_weather", input: {} };
    const output = { type: "text" as const, value: "12 degrees" };
    const result = { type: "tool-result" as const, toolCallId: "call_local_1", toolName: "get_weather", output };
    const prompt: LanguageModelV4Prompt = [
      ...user("use the tool"),
      { role: "assistant", content: [call] },
      { role: "tool", content: [result] },
    ];
    expect(await answer("echo", { prompt, tools: [weather] })).toBe("The tool answered: 12 degrees");
    const again = await (await model("echo")).doGenerate({
      prompt: [...prompt, ...user("use the tool")],
      tools: [weather],
    });
    expect(again.content).toMatchObject([{ toolCallId: "call_local_2" }]);
  });

  test("reasons first if asked to", async () => {
    const parts = await stream("echo", { prompt: user("hi"), reasoning: "low" });
    expect(parts.findIndex(({ type }) => type === "reasoning-delta")).toBeGreaterThan(0);
    expect(parts.at(-1)).toMatchObject({ usage: { outputTokens: { reasoning: expect.any(Number) } } });
    const without = await stream("echo", { prompt: user("hi"), reasoning: "none" });
    expect(without.some(({ type }) => type === "reasoning-delta")).toBe(false);
  });

  test("returns JSON that fits the schema if JSON is requested", async () => {
    const options = { prompt: user("hello"), responseFormat: { type: "json" as const, schema: weather.inputSchema } };
    expect(JSON.parse(await answer("echo", options))).toEqual({ city: "hello", days: 2, unit: "celsius" });
  });

  test("stops at a stop sequence and at the token limit", async () => {
    const prompt = user("one two three. four five six");
    expect(await answer("echo", { prompt, stopSequences: ["four", "three"] })).toBe("one two ");
    const cut = await (await model("echo")).doGenerate({ prompt, maxOutputTokens: 3 });
    expect(cut.finishReason.unified).toBe("length");
    expect(cut.usage.outputTokens.total).toBeLessThanOrEqual(3);
  });

  test("counts and repeats a megabyte without a space", async () => {
    expect("a".repeat(1_000_000)).toContain(
      await answer("echo", { prompt: user("a".repeat(1_000_000)), maxOutputTokens: 10 }),
    );
  }, 30_000);
});

describe("extract", () => {
  const text =
    "The gateway listens on port 3000. Keys are stored as hashes. Provider keys are sealed with AES-256-GCM.\n" +
    "Budgets reset at midnight UTC. Files live on disk or in S3.";

  test.each([
    ["How are provider keys sealed?", "Provider keys are sealed with AES-256-GCM."],
    ["When does a budget reset?", "Budgets reset at midnight UTC."],
    ["Which port does it listen on?", "The gateway listens on port 3000."],
  ])("finds the sentence for %s", async (question, sentence) => {
    expect(await answer("extract", { prompt: user(`${text}\n\n${question}`) })).toContain(sentence);
  });

  test("searches the whole conversation except its own text and the question", async () => {
    const prompt: LanguageModelV4Prompt = [
      { role: "system", content: text },
      { role: "assistant", content: [{ type: "text", text: "Budgets are paid in gold." }] },
      ...user("When do budgets reset?"),
    ];
    expect(await answer("extract", { prompt })).toBe("Budgets reset at midnight UTC.");
  });

  test("says so when nothing fits", async () => {
    expect(await answer("extract", { prompt: user("What is the capital of France?") })).toContain("No sentence");
    expect(await answer("extract", { prompt: [] })).toContain("No sentence");
  });

  test("ignores stop words", () => expect(words("Where is it, and what was that for?")).toEqual([]));

  test("searches a megabyte of text in bounded time", async () => {
    const prompt = user(`${"Some words about keys. ".repeat(45_000)}\nWhat about keys?`);
    expect(await answer("extract", { prompt })).toContain("keys");
  }, 30_000);
});

test("usage is deterministic and excludes the bytes of files", async () => {
  const file = {
    type: "file" as const,
    mediaType: "image/png",
    data: { type: "data" as const, data: "A".repeat(10_000) },
  };
  const prompt: LanguageModelV4Prompt = [{ role: "user", content: [{ type: "text", text: "What is this?" }, file] }];
  const { usage } = await (await model("echo")).doGenerate({ prompt });
  expect(local({ wordDelayMs: 0 }).textUsage?.(usage)).toEqual({ input_tokens: 4, output_tokens: 4 });
});

test("an unknown model is a 404 that another candidate may serve", async () => {
  await expect(model("gpt-5")).rejects.toMatchObject({ status: 404, retryable: true });
});
