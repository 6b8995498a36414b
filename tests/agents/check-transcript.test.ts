import { describe, expect, test } from "vitest";
import { checkTranscript, type IssuedStep } from "./check-transcript.ts";
import { readTranscript } from "./transcript/read-transcript.ts";
import type { Format } from "./transcript/transcript.ts";

// `npm run agents` trusts these checks, so each of them must find what it is for.

const STEPS: IssuedStep[] = [
  { text: "I read.", calls: [{ id: "call_1", name: "read", input: { path: "a" }, expects: "red" }], proof: "p1" },
  {
    text: "I read more.",
    calls: [
      { id: "call_2", name: "read", input: { path: "b" }, expects: "blue" },
      { id: "call_3", name: "mcp__files__patch", input: { input: "+ c" }, expects: "done" },
    ],
    proof: "p2",
  },
];

const text = (value: string) => ({ type: "text", text: value });
const toolUse = (id: string, name: string, input: object) => ({ type: "tool_use", id, name, input });
const toolResult = (id: string, content: string) => ({ type: "tool_result", tool_use_id: id, content });
const thinking = (signature: string) => ({ type: "thinking", thinking: "Hm", signature });

const messages = () => ({
  system: [{ ...text("You are an agent."), cache_control: { type: "ephemeral" } }],
  messages: [
    { role: "user", content: "Do it" },
    { role: "assistant", content: [thinking("p1"), text("I read."), toolUse("call_1", "read", { path: "a" })] },
    { role: "user", content: [toolResult("call_1", "red")] },
    {
      role: "assistant",
      content: [
        ...[thinking("p2"), text("I read more.")],
        ...[toolUse("call_2", "read", { path: "b" }), toolUse("call_3", "mcp__files__patch", { input: "+ c" })],
      ],
    },
    { role: "user", content: [toolResult("call_2", "blue"), toolResult("call_3", "done"), text("Go on")] },
  ],
});

const said = (value: string) => ({
  type: "message",
  role: "assistant",
  content: [{ type: "output_text", text: value }],
});
const reasoning = (proof: string) => ({ type: "reasoning", summary: [], encrypted_content: proof });
const output = (call_id: string, value: string) => ({ type: "function_call_output", call_id, output: value });

const responses = () => ({
  instructions: "You are an agent.",
  input: [
    { role: "user", content: "Do it" },
    ...[reasoning("p1"), said("I read.")],
    { type: "function_call", call_id: "call_1", name: "read", arguments: '{"path":"a"}' },
    output("call_1", "red"),
    ...[reasoning("p2"), said("I read more.")],
    { type: "function_call", call_id: "call_2", name: "read", arguments: '{"path":"b"}' },
    { type: "custom_tool_call", call_id: "call_3", namespace: "mcp__files", name: "patch", input: "+ c" },
    output("call_2", "blue"),
    { type: "custom_tool_call_output", call_id: "call_3", output: "done" },
  ],
});

const call = (id: string, name: string, args: string) => ({
  id,
  type: "function",
  function: { name, arguments: args },
});

const chat = () => ({
  messages: [
    { role: "system", content: "You are an agent." },
    { role: "user", content: "Do it" },
    { role: "assistant", content: "I read.", tool_calls: [call("call_1", "read", '{"path":"a"}')] },
    { role: "tool", tool_call_id: "call_1", content: "red" },
    {
      role: "assistant",
      content: "I read more.",
      tool_calls: [call("call_2", "read", '{"path":"b"}'), call("call_3", "mcp__files__patch", '{"input":"+ c"}')],
    },
    { role: "tool", tool_call_id: "call_2", content: "blue" },
    { role: "tool", tool_call_id: "call_3", content: "done" },
  ],
});

const functionCall = (id: string, name: string, args: object) => ({ functionCall: { id, name, args } });
const functionResponse = (id: string, name: string, result: string) => ({
  functionResponse: { id, name, response: { output: result } },
});

const gemini = () => ({
  systemInstruction: { parts: [{ text: "You are an agent." }] },
  contents: [
    { role: "user", parts: [{ text: "Do it" }] },
    {
      role: "model",
      parts: [{ text: "I read." }, { ...functionCall("call_1", "read", { path: "a" }), thoughtSignature: "p1" }],
    },
    { role: "user", parts: [functionResponse("call_1", "read", "red")] },
    {
      role: "model",
      parts: [
        { text: "I read more." },
        { ...functionCall("call_2", "read", { path: "b" }), thoughtSignature: "p2" },
        functionCall("call_3", "mcp__files__patch", { input: "+ c" }),
      ],
    },
    {
      role: "user",
      parts: [functionResponse("call_2", "read", "blue"), functionResponse("call_3", "mcp__files__patch", "done")],
    },
  ],
});

/** Chat has no proofs. */
const problemsIn = (format: Format, body: object, options = {}) =>
  checkTranscript(
    readTranscript(format, body),
    format === "chat" ? STEPS.map((step) => ({ ...step, proof: undefined })) : STEPS,
    options,
  );

/** Returns the problems of a body in which a text of its JSON was replaced. */
function problemsWith(format: Format, body: object, from: string, to: string): string[] {
  const json = JSON.stringify(body);
  if (!json.includes(from)) throw new Error(`${format} has no ${from}`);
  return problemsIn(format, JSON.parse(json.replace(from, to)));
}

const CASES: [Format, () => object][] = [
  ["messages", messages],
  ["responses", responses],
  ["chat", chat],
  ["gemini", gemini],
];

describe.each(CASES)("%s", (format, body) => {
  const hasProofs = format !== "chat";
  const problems = (from: string, to: string) => problemsWith(format, body(), from, to);

  test("a conversation as it was issued has no problems", () => {
    expect(problemsIn(format, body())).toEqual([]);
  });

  test("a result of another call is found", () => {
    const last = JSON.stringify(body()).lastIndexOf("call_3");
    const json = JSON.stringify(body());
    const changed = JSON.parse(`${json.slice(0, last)}call_9${json.slice(last + 6)}`);
    const found = problemsIn(format, changed);
    expect(found).toContain("the call call_3 has no result in the next turn");
    expect(found).toContain("the result call_9 follows no call");
  });

  test("an id that is there twice is found", () => {
    expect(problems('"call_2"', '"call_1"')).toContain("the call call_1 is there twice");
  });

  test("changed arguments and names are found", () => {
    const changed = format === "messages" || format === "gemini" ? '"path":"b"' : '\\"path\\":\\"b\\"';
    expect(problems(changed, changed.replace("path", "paths"))).toContainEqual(expect.stringMatching(/^the arguments/));
    expect(problems('"read"', '"look"')).toContain("a call has the name look, issued was read");
  });

  test("a lost text, result or system prompt is found", () => {
    expect(problems("I read more.", "I wait.")).toContain("the response's text is missing: I read more.");
    expect(problems('"red"', '"green"')).toContain('the result of read does not contain "red": "green"');
    expect(problems("You are an agent.", "")).toContain("no system prompt");
  });

  test.runIf(hasProofs)("a lost or changed signature is found", () => {
    const found = problems('"p2"', '"p9"');
    expect(found).toContain("the signature of step 2 is missing");
    expect(found).toContain('a signature that was not issued: "p9"');
  });
});

test("a result that is there twice is found", () => {
  const body = chat();
  body.messages.push({ role: "tool", tool_call_id: "call_3", content: "done" });
  expect(problemsIn("chat", body)).toEqual(["the call call_3 has two results"]);
});

test("a text before a result is found", () => {
  const body = messages();
  (body.messages[4] as { content: unknown[] }).content.unshift(text("Go on"));
  expect(problemsIn("messages", body)).toEqual(["a text comes before a tool result"]);
});

test("a call that was not issued is found", () => {
  const body = responses();
  body.input.push({ type: "function_call", call_id: "call_4", name: "read", arguments: "{}" }, output("call_4", "x"));
  expect(problemsIn("responses", body)).toEqual(["4 calls, 3 were issued"]);
});

test("a signature in the place of another one is found", () => {
  const body = JSON.parse(
    JSON.stringify(messages()).replace('"p1"', '"p0"').replace('"p2"', '"p1"').replace('"p0"', '"p2"'),
  );
  expect(problemsIn("messages", body)).toEqual([
    "the signature of step 1 is in the wrong place",
    "the signature of step 2 is in the wrong place",
  ]);
});

test("a lost signature without the placeholder is found", () => {
  const unsigned = (first: string, second: string) =>
    JSON.parse(JSON.stringify(gemini()).replace('"p1"', `"${first}"`).replace('"p2"', `"${second}"`));
  const placeholder = "skip_thought_signature_validator";
  const options = { isUnsigned: true };
  expect(problemsIn("gemini", unsigned(placeholder, placeholder), options)).toEqual([]);
  expect(problemsIn("gemini", unsigned(placeholder, "p2"), options)).toEqual([
    "the signature of step 2 has no placeholder",
  ]);
  const partly = { isPartlySigned: true };
  expect(problemsIn("gemini", unsigned(placeholder, "p2"), partly)).toEqual([]);
  expect(problemsIn("gemini", unsigned(placeholder, "p1"), partly)).toEqual([
    "the signature of step 2 has no placeholder",
  ]);
});

test("more cache marks than Anthropic allows are found", () => {
  const body = messages();
  const marked = Array.from({ length: 5 }, () => ({ ...text("Rule"), cache_control: { type: "ephemeral" } }));
  expect(problemsIn("messages", { ...body, system: marked })).toEqual(["5 cache marks, at most 4 are allowed"]);
});

test("a text may arrive in the chunks of a stream, but only a client that is known to may leave it out", () => {
  const said = JSON.stringify(gemini());
  const chunked = JSON.parse(said.replace('{"text":"I read."}', '{"text":"I "},{"text":"read."}'));
  expect(problemsIn("gemini", chunked)).toEqual([]);
  const signed = { text: "read.", thoughtSignature: "p1" };
  const signedLast = JSON.parse(said.replace('{"text":"I read."}', `{"text":"I "},${JSON.stringify(signed)}`));
  expect(problemsIn("gemini", signedLast)).toEqual([]);
  const silent = JSON.parse(said.replace('{"text":"I read."},', ""));
  expect(problemsIn("gemini", silent)).toEqual(["the response's text is missing: I read."]);
  expect(problemsIn("gemini", silent, { losesTexts: true })).toEqual([]);
});
