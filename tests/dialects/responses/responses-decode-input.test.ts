import { describe, expect, test } from "vitest";
import type { Body } from "#server/dialects/dialect.ts";
import { responses } from "#server/dialects/responses/responses.ts";
import { targetProvider } from "../target-provider.ts";

const decode = (body: Body, provider = "groq") =>
  responses.decode({ model: "m", input: "Hi", ...body }, targetProvider(provider));
const promptOf = (input: unknown, provider?: string) => decode({ input }, provider).options.prompt;

describe("input", () => {
  test.each<[string, unknown, unknown]>([
    ["a string", "Hi", [{ role: "user", content: [{ type: "text", text: "Hi" }] }]],
    [
      "a bare item with a bare string",
      [{ role: "user", content: "Hi" }],
      [{ role: "user", content: [{ type: "text", text: "Hi" }] }],
    ],
    [
      "system and developer messages",
      [
        { role: "system", content: "A" },
        { type: "message", role: "developer", content: [{ type: "input_text", text: "B" }] },
      ],
      [
        { role: "system", content: "A" },
        { role: "system", content: "B" },
      ],
    ],
    [
      "replayed output with a refusal",
      [
        {
          type: "message",
          role: "assistant",
          id: "msg_1",
          status: "completed",
          content: [
            { type: "output_text", text: "A", annotations: [], logprobs: [] },
            { type: "refusal", refusal: "No." },
          ],
        },
      ],
      [
        {
          role: "assistant",
          content: [
            { type: "text", text: "A" },
            { type: "text", text: "No." },
          ],
        },
      ],
    ],
    [
      "a call and its result, byte for byte",
      [
        { type: "function_call", call_id: "call/1 ", name: "f", arguments: '{ "a" : 1.0 }', id: "fc_1" },
        { type: "function_call", call_id: "call_2", name: "g", arguments: "" },
        { type: "function_call_output", call_id: "call/1 ", output: " 42 " },
        { type: "function_call_output", call_id: "call_2", output: [{ type: "input_text", text: "ok" }] },
      ],
      [
        {
          role: "assistant",
          content: [
            { type: "tool-call", toolCallId: "call/1 ", toolName: "f", input: '{ "a" : 1.0 }' },
            { type: "tool-call", toolCallId: "call_2", toolName: "g", input: "{}" },
          ],
        },
        {
          role: "tool",
          content: [
            {
              type: "tool-result",
              toolCallId: "call/1 ",
              toolName: "f",
              output: { type: "text", value: " 42 " },
            },
            { type: "tool-result", toolCallId: "call_2", toolName: "g", output: { type: "text", value: "ok" } },
          ],
        },
      ],
    ],
  ])("reads %s", (_name, input, prompt) => {
    expect(promptOf(input)).toEqual(prompt);
  });

  const png = { type: "file", mediaType: "image/png", data: { type: "data", data: "aGk=" } };
  test.each<[Body, unknown]>([
    [{ type: "input_image", detail: "auto", image_url: "data:image/png;base64,aGk=" }, png],
    [
      { type: "input_image", image_url: "https://a.example/i.png" },
      { type: "file", mediaType: "image/*", data: { type: "url", url: new URL("https://a.example/i.png") } },
    ],
    [
      { type: "input_file", filename: "a.pdf", file_data: "data:application/pdf;base64,aGk=" },
      { type: "file", mediaType: "application/pdf", filename: "a.pdf", data: { type: "data", data: "aGk=" } },
    ],
    [
      { type: "input_file", filename: "a.txt", file_data: "data:text/plain,h%20i" },
      { type: "text", text: "a.txt\n\nh i" },
    ],
    [
      { type: "input_file", file_url: "https://a.example/a.pdf" },
      { type: "file", mediaType: "application/pdf", data: { type: "url", url: new URL("https://a.example/a.pdf") } },
    ],
    [
      { type: "input_file", file_id: "file-1" },
      { type: "file", mediaType: "application/pdf", data: { type: "reference", reference: { groq: "file-1" } } },
    ],
    [
      { type: "input_audio", input_audio: { data: "aGk=", format: "mp3" } },
      { type: "file", mediaType: "audio/mpeg", data: { type: "data", data: "aGk=" } },
    ],
    [
      { type: "input_video", video_url: "https://a.example/a.mp4" },
      { type: "file", mediaType: "video/*", data: { type: "url", url: new URL("https://a.example/a.mp4") } },
    ],
  ])("reads the part %j", (part, decoded) => {
    expect(promptOf([{ role: "user", content: [part] }])).toEqual([{ role: "user", content: [decoded] }]);
  });

  test("a tool's image remains an image", () => {
    const part = { type: "input_image", image_url: "data:image/png;base64,aGk=" };
    const input = [
      { type: "function_call", call_id: "c", name: "look", arguments: "{}" },
      { type: "function_call_output", call_id: "c", output: [part] },
    ];
    const kept = [{ role: "assistant" }, { role: "tool", content: [{ output: { type: "content", value: [png] } }] }];
    for (const provider of ["openai", "anthropic", "google"]) expect(promptOf(input, provider)).toMatchObject(kept);
    expect(promptOf(input)).toMatchObject([...kept.slice(0, 1), { role: "tool" }, { role: "user", content: [png] }]);
  });

  test("a late system message reaches a target that accepts them only at the start", () => {
    const input = [
      { role: "user", content: "Hi" },
      { role: "system", content: "Be brief" },
    ];
    expect(promptOf(input, "anthropic")[1]?.role).toBe("system");
    expect(promptOf(input, "google")[1]?.role).toBe("user");
    expect(decode({ input }, "google").notes).toHaveLength(1);
  });
});

describe("encrypted reasoning", () => {
  const item = (encrypted_content: string) => ({
    type: "reasoning",
    id: "rs_1",
    summary: [{ type: "summary_text", text: "Hm." }],
    encrypted_content,
  });
  test.each([
    ["openai", "gAAAA", { openai: { itemId: "rs_1", reasoningEncryptedContent: "gAAAA" } }],
    ["anthropic", "anthropic:signature:c2ln", { anthropic: { signature: "c2ln" } }],
    ["anthropic", "anthropic:redacted:cmVk", { anthropic: { redactedData: "cmVk" } }],
    ["google", "google:signature:Z29v", { google: { thoughtSignature: "Z29v" } }],
  ])("is sent back to %s", (provider, encrypted, providerOptions) => {
    expect(promptOf([item(encrypted)], provider)).toEqual([
      { role: "assistant", content: [{ type: "reasoning", text: "Hm.", providerOptions }] },
    ]);
  });

  test.each([
    ["no text", []],
    ["an empty text", [{ type: "summary_text", text: "" }]],
  ])("of Google with %s belongs to the call after it", (_, summary) => {
    const call = { type: "function_call", call_id: "c1", name: "look", arguments: "{}" };
    const providerOptions = { google: { thoughtSignature: "Z29v" } };
    expect(promptOf([{ ...item("google:signature:Z29v"), summary }, call], "google")).toEqual([
      { role: "assistant", content: [expect.objectContaining({ type: "tool-call", providerOptions })] },
    ]);
  });

  test("from another provider is dropped and noted", () => {
    const { options, notes } = decode({ input: [item("gAAAA")] }, "anthropic");
    expect(options.prompt).toEqual([{ role: "assistant", content: [{ type: "reasoning", text: "Hm." }] }]);
    expect(notes).toEqual(["input[0].encrypted_content: dropped, it belongs to openai"]);
  });
});

test("fields of a message that the dialect does not have are noted", () => {
  const input = [{ type: "message", role: "user", content: "Hi", id: "msg_1", status: "completed", metadata: {} }];
  expect(decode({ input }).notes).toEqual(["input[0].metadata: dropped"]);
});
