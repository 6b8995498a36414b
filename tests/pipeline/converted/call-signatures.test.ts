import { describe, expect, test } from "vitest";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";
import { SIGNED_ELSEWHERE } from "#tests/support/upstream/gemini/endpoint.ts";
import { type DialectName, type Event, eventsIn, post } from "../calling.ts";

const upstream = sharedUpstream();
const gateway = sharedGateway({ upstream, providers: ["google"] });

// Gemini 3 rejects a call without the thought signature that it was issued with, which some clients do not return.
const metadata = { headers: { "x-service-metadata": "enabled" } };
const PLACEHOLDER = "skip_thought_signature_validator";
const NOTE = `tool calls without a thought signature: sent with ${PLACEHOLDER}, since the client did not return Google's signature`;
const parameters = { type: "object", properties: {} };

/** The signatures of the calls that Google received last. */
function sentSignatures(): (string | undefined)[] {
  const { contents } = (upstream.requests.at(-1) as Event).body;
  const parts: Event[] = contents.flatMap((content: Event) => content.parts);
  return parts.filter(({ functionCall }) => functionCall).map(({ thoughtSignature }) => thoughtSignature);
}

describe("chat", () => {
  const tools = ["now", "wait"].map((name) => ({ type: "function", function: { name, parameters } }));
  const question = { role: "user", content: "use the tools" };
  const ask = (messages: object[], stream = false, model = "google/gemini-3.8-flash") =>
    post(gateway, "chat", { model, messages, tools, stream }, metadata);

  async function firstCalls(stream: boolean): Promise<Event[]> {
    const { text } = await ask([question], stream);
    if (!stream) return JSON.parse(text).choices[0].message.tool_calls;
    const calls: Event[] = [];
    for (const piece of eventsIn(text).flatMap((event) => event.choices?.[0]?.delta.tool_calls ?? [])) {
      const call = calls[piece.index];
      if (call) call.function.arguments += piece.function.arguments;
      else calls[piece.index] = piece;
    }
    return calls.map(({ index: _, ...call }) => call);
  }

  function historyOf(calls: Event[]): object[] {
    const results = calls.map(({ id }) => ({ role: "tool", tool_call_id: id, content: "12:00" }));
    return [question, { role: "assistant", content: null, tool_calls: calls }, ...results];
  }

  test.each([false, true])("a call that comes back as it was sent has its signature (stream %s)", async (stream) => {
    const calls = await firstCalls(stream);
    const issued = calls[0]?.extra_content.google.thought_signature;
    const { text } = await ask(historyOf(calls));
    expect(sentSignatures()).toEqual([issued, undefined]);
    expect(JSON.parse(text).service_metadata.conversion ?? []).toEqual([]);
  });

  test("without its signature it gets Google's placeholder, which is noted", async () => {
    const calls = (await firstCalls(false)).map(({ extra_content: _, ...call }) => call);
    const { text, headers } = await ask(historyOf(calls));
    expect(sentSignatures()).toEqual([PLACEHOLDER, PLACEHOLDER]);
    expect(JSON.parse(text).service_metadata.conversion).toEqual([NOTE]);
    expect(headers.get("x-dropped")).toBeNull();
  });

  test.each([false, true])("a signature that Google rejects is replaced (stream %s)", async (stream) => {
    const [first, second] = await firstCalls(false);
    const { extra_content: _, ...unsigned } = first;
    const signed = { ...unsigned, extra_content: { google: { thought_signature: SIGNED_ELSEWHERE } } };
    const { status, text } = await ask(historyOf([signed, second]), stream);
    expect(status, text).toBe(200);
    expect(text).toContain(`thought signatures: changed to ${PLACEHOLDER}, since Google rejected them`);
    expect(sentSignatures()).toEqual([PLACEHOLDER, undefined]);
  });

  test("a model that requires no signatures gets no placeholder", async () => {
    const calls = (await firstCalls(false)).map(({ extra_content: _, ...call }) => call);
    const { text } = await ask(historyOf(calls), false, "google/gemini-2.5-flash");
    expect(sentSignatures()).toEqual([undefined, undefined]);
    expect(JSON.parse(text).service_metadata.conversion ?? []).toEqual([]);
  });
});

const call = { name: "now", arguments: "{}", call_id: "call_1" };
const HISTORIES: [DialectName, object][] = [
  [
    "messages",
    {
      max_tokens: 100,
      tools: [{ name: "now", input_schema: parameters }],
      messages: [
        { role: "user", content: "Hello" },
        { role: "assistant", content: [{ type: "tool_use", id: "toolu_1", name: "now", input: {} }] },
        { role: "user", content: [{ type: "tool_result", tool_use_id: "toolu_1", content: "12:00" }] },
      ],
    },
  ],
  [
    "responses",
    {
      tools: [{ type: "function", name: "now", parameters }],
      input: [
        { role: "user", content: "Hello" },
        { type: "function_call", ...call },
        { type: "function_call_output", call_id: "call_1", output: "12:00" },
      ],
    },
  ],
];

test.each(HISTORIES)("%s: a call of another provider's turn gets Google's placeholder", async (dialect, history) => {
  const { status, text } = await post(gateway, dialect, { model: "google/gemini-3.8-flash", ...history }, metadata);
  expect(status, text).toBe(200);
  expect(sentSignatures()).toEqual([PLACEHOLDER]);
  expect(JSON.parse(text).service_metadata.conversion).toContain(NOTE);
});

test("signatures of texts that Google rejects are left out, with the texts that only carry them", async () => {
  const signed = { thoughtSignature: SIGNED_ELSEWHERE };
  const response = await fetch(`${gateway.url}/api/v1beta/models/google/gemini-3.8-flash:generateContent`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-goog-api-key": gateway.managementKey },
    body: JSON.stringify({
      contents: [
        { role: "user", parts: [{ text: "Hello" }] },
        { role: "model", parts: [{ text: "Hi", ...signed }] },
        { role: "user", parts: [{ text: "Go on" }] },
        { role: "model", parts: [{ text: "", ...signed }] },
        { role: "user", parts: [{ text: "And now?" }] },
      ],
    }),
  });
  expect(response.status, await response.text()).toBe(200);
  const { contents } = (upstream.requests.at(-1) as Event).body;
  expect(contents.map(({ parts }: Event) => parts)).toEqual(
    ["Hello", "Hi", "Go on", "And now?"].map((text) => [{ text }]),
  );
});
