import { describe, expect, test } from "vitest";
import { decode, user } from "./decoding.ts";

const promptOf = (content: unknown, provider = "openai") => decode({ messages: [user(content)] }, provider);

describe("images and documents", () => {
  test.each([
    [
      "base64",
      { type: "base64", media_type: "image/png", data: "AAAA" },
      { mediaType: "image/png", data: { type: "data", data: "AAAA" } },
    ],
    [
      "url",
      { type: "url", url: "https://a.test/b.JPG?x=1" },
      { mediaType: "image/jpeg", data: { type: "url", url: new URL("https://a.test/b.JPG?x=1") } },
    ],
    [
      "bare url",
      { type: "url", url: "https://a.test/b" },
      { mediaType: "image", data: { type: "url", url: new URL("https://a.test/b") } },
    ],
    [
      "data url",
      { type: "url", url: "data:image/gif;base64,AAAA" },
      { mediaType: "image/gif", data: { type: "data", data: "AAAA" } },
    ],
  ])("an image by %s", (_, source, file) => {
    expect(promptOf([{ type: "image", source }]).options.prompt[0]?.content).toEqual([{ type: "file", ...file }]);
  });

  test("an image referenced by file id is passed on with its id", () => {
    const { options, notes } = promptOf([{ type: "image", source: { type: "file", file_id: "f1" } }]);
    expect(options.prompt[0]?.content).toEqual([
      { type: "file", mediaType: "image", data: { type: "reference", reference: { openai: "f1" } } },
    ]);
    expect(notes).toEqual(["messages[0].content[0].source.file_id: changed to a file of openai"]);
  });

  const text = {
    type: "document",
    title: "T",
    context: "C",
    citations: { enabled: true },
    source: { type: "text", media_type: "text/plain", data: "D" },
  };

  test("a text document stays a document for Anthropic", () => {
    expect(promptOf([text], "anthropic").options.prompt[0]?.content).toEqual([
      {
        type: "file",
        mediaType: "text/plain",
        data: { type: "text", text: "D" },
        providerOptions: { anthropic: { title: "T", context: "C", citations: { enabled: true } } },
      },
    ]);
  });

  test("a text document becomes text with its title and context elsewhere", () => {
    const { options, notes } = promptOf([text]);
    expect(options.prompt[0]?.content).toEqual([{ type: "text", text: "T\n\nC\n\nD" }]);
    expect(notes).toEqual(["messages[0].content[0].citations: dropped", "messages[0].content[0]: changed to text"]);
  });

  test("a PDF sent as bytes or by URL is a file with a name", () => {
    const pdf = { type: "base64", media_type: "application/pdf", data: "AAAA" };
    const address = { type: "url", url: "https://a.test/x.pdf" };
    const content = [
      { type: "document", title: "Report", source: pdf },
      { type: "document", source: address },
    ];
    expect(promptOf(content).options.prompt[0]?.content).toEqual([
      { type: "file", mediaType: "application/pdf", filename: "Report.pdf", data: { type: "data", data: "AAAA" } },
      { type: "file", mediaType: "application/pdf", data: { type: "url", url: new URL("https://a.test/x.pdf") } },
    ]);
  });

  test("the title of a document, which Google does not take, is noted", () => {
    const pdf = { type: "base64", media_type: "application/pdf", data: "AAAA" };
    const { notes } = promptOf([{ type: "document", title: "Report", source: pdf }], "google");
    expect(notes).toEqual(["messages[0].content[0].title: dropped"]);
  });

  test("a document of blocks and a search result become text", () => {
    const content = [
      { type: "document", source: { type: "content", content: [{ type: "text", text: "one" }] } },
      { type: "search_result", title: "T", source: "https://a.test", content: [{ type: "text", text: "found" }] },
    ];
    const { options, notes } = promptOf(content, "anthropic");
    expect(options.prompt[0]?.content).toEqual([
      { type: "text", text: "one" },
      { type: "text", text: "T\nhttps://a.test\nfound" },
    ]);
    expect(notes).toEqual(["messages[0].content[0]: changed to text", "messages[0].content[1]: changed to text"]);
  });

  test("names of JavaScript's own properties are unknown names like any other", () => {
    const odd = { type: "image", source: { type: "constructor" } };
    expect(promptOf([odd]).notes).toEqual(["messages[0].content[0].source: dropped (constructor)"]);
    expect(decode({ service_tier: "constructor" }, "google").notes).toEqual(["service_tier: dropped"]);
  });

  test("an unknown block is dropped with a note", () => {
    expect(promptOf([{ type: "text", text: "x" }, { type: "hologram" }]).notes).toEqual([
      "messages[0].content[1]: dropped (hologram)",
    ]);
  });
});

describe("tool use", () => {
  const input = { b: 1, a: { deep: [null, "ü", 1.5] }, empty: "" };
  const call = { role: "assistant", content: [{ type: "tool_use", id: "toolu_01/x:y", name: "run", input }] };
  const answered = (content: unknown, extra = {}) => ({
    messages: [user("go"), call, user([{ type: "tool_result", tool_use_id: "toolu_01/x:y", content, ...extra }])],
  });
  const outputOf = (body: Record<string, unknown>, provider = "openai") => {
    const message = decode(body, provider).options.prompt.at(-1);
    const part = message?.role === "tool" ? message.content[0] : undefined;
    return part?.type === "tool-result" ? part.output : undefined;
  };

  test("ids and arguments are preserved exactly, including key order", () => {
    const [, assistant, tool] = decode(answered("done")).options.prompt;
    const part = assistant?.role === "assistant" ? assistant.content[0] : undefined;
    expect(part).toMatchObject({ type: "tool-call", toolCallId: "toolu_01/x:y", toolName: "run" });
    expect(part?.type === "tool-call" && JSON.stringify(part.input)).toBe(JSON.stringify(input));
    expect(tool).toMatchObject({ role: "tool", content: [{ toolCallId: "toolu_01/x:y", toolName: "run" }] });
  });

  test("a result becomes text, even if it is missing or consists of text blocks", () => {
    expect(outputOf(answered("done"))).toEqual({ type: "text", value: "done" });
    expect(outputOf(answered(undefined))).toEqual({ type: "text", value: "" });
    expect(
      outputOf(
        answered([
          { type: "text", text: "a" },
          { type: "text", text: "b" },
        ]),
      ),
    ).toEqual({ type: "text", value: "a\nb" });
  });

  test("a result with an image keeps its blocks", () => {
    const image = { type: "image", source: { type: "base64", media_type: "image/png", data: "AAAA" } };
    expect(outputOf(answered([{ type: "text", text: "see" }, image]))).toEqual({
      type: "content",
      value: [
        { type: "text", text: "see" },
        { type: "file", mediaType: "image/png", data: { type: "data", data: "AAAA" } },
      ],
    });
  });

  test("an error keeps its flag, or is noted if the target has none", () => {
    const failed = answered("no such file", { is_error: true });
    expect(outputOf(failed, "google")).toEqual({ type: "error-text", value: "no such file" });
    expect(decode(failed, "google").notes).toEqual([]);
    expect(decode(failed, "groq").notes).toEqual(["messages[2].content[0].is_error: dropped"]);
  });

  test("a file in a result moves to a user message if results may only contain text", () => {
    const image = { type: "image", source: { type: "base64", media_type: "image/png", data: "AAAA" } };
    const { options, notes } = decode(answered([{ type: "text", text: "see" }, image]), "groq");
    expect(options.prompt.slice(2)).toMatchObject([
      { role: "tool", content: [{ output: { type: "text", value: "see" } }] },
      { role: "user", content: [{ type: "file", mediaType: "image/png" }] },
    ]);
    expect(notes).toEqual(["messages[2].content[0].content: files moved to the next user message"]);
  });

  test("results precede the other content of their message", () => {
    const result = { type: "tool_result", tool_use_id: "toolu_01/x:y", content: "r" };
    const { options, notes } = decode({ messages: [user("go"), call, user([{ type: "text", text: "and" }, result])] });
    expect(options.prompt.map(({ role }) => role)).toEqual(["user", "assistant", "tool", "user"]);
    expect(notes).toEqual(["messages[2].content[1]: moved before the message's other content"]);
  });

  test("a result without a matching call is rejected", () => {
    const orphan = { messages: [user([{ type: "tool_result", tool_use_id: "nope", content: "r" }])] };
    expect(() => decode(orphan)).toThrow("messages[0].content[0].tool_use_id: no earlier tool_use has this id");
  });
});

describe("thinking that is sent back", () => {
  const back = (content: unknown[], provider: string) => {
    const { options, notes } = decode({ messages: [user("q"), { role: "assistant", content }] }, provider);
    return { content: options.prompt[1]?.content, notes };
  };
  const signed = { type: "thinking", thinking: "hm", signature: "EqQBCg==" };

  test("is sent to Anthropic with its signature, including redacted data", () => {
    expect(back([signed, { type: "redacted_thinking", data: "xyz" }], "anthropic").content).toEqual([
      { type: "reasoning", text: "hm", providerOptions: { anthropic: { signature: "EqQBCg==" } } },
      { type: "reasoning", text: "", providerOptions: { anthropic: { redactedData: "xyz" } } },
    ]);
  });

  test.each(["openai", "google", "groq"])("is never sent to %s if Anthropic signed it", (provider) => {
    const { content, notes } = back([signed, { type: "text", text: "t" }], provider);
    expect(content).toEqual([{ type: "text", text: "t" }]);
    expect(notes).toEqual(["messages[1].content[0]: dropped (signed by another provider)"]);
  });

  test.each(["sb1.__proto__.a=YQ", "sb1.constructor.a=YQ", "sb1.google.evil=YQ", "sb1", "sb1.openai.."])(
    "is ignored if it has the forged seal %s",
    (signature) => {
      const { content } = back([{ type: "thinking", thinking: "", signature }], "google");
      expect(JSON.stringify(content ?? [])).not.toContain("YQ");
      expect(JSON.stringify(content ?? [])).not.toContain("evil");
    },
  );

  test.each(["", "sb1.unsigned"])("is sent to a compatible upstream if it is unsigned (%j)", (signature) => {
    const { content } = back([{ type: "thinking", thinking: "hm", signature }], "deepseek");
    expect(content).toEqual([{ type: "reasoning", text: "hm" }]);
  });
});
