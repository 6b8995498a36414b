import { describe, expect, test } from "vitest";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";
import { type DialectName, type Event, eventsIn, post, textIn } from "../calling.ts";
import { droppedIn } from "../native/anthropic-events.ts";

const upstream = sharedUpstream();
const gateway = sharedGateway({ upstream, providers: ["google", "openai"] });

const GEMINI = "google/gemini-2.5-flash";
const metadata = { headers: { "x-service-metadata": "enabled" } };

/** The request field with which each dialect's caller asks for signed content. */
const ASKING: Record<DialectName, object> = {
  responses: { include: ["reasoning.encrypted_content"] },
  messages: { thinking: { type: "enabled", budget_tokens: 1024 }, max_tokens: 4000 },
  chat: {},
};
const NOT_ASKING: Record<DialectName, object> = { responses: {}, messages: {}, chat: { reasoning: { exclude: true } } };
const DIALECTS: DialectName[] = ["responses", "messages", "chat"];
const hello = { role: "user", content: "Hello" };

function sign() {
  const part = (fields: object, more: object = {}) => ({
    candidates: [{ index: 0, content: { role: "model", parts: [fields] }, ...more }],
    usageMetadata: { promptTokenCount: 3, candidatesTokenCount: 2, totalTokenCount: 5 },
  });
  const last = part({ text: "", thoughtSignature: "c2lnbmVk" }, { finishReason: "STOP" });
  upstream.script({ times: 1, reply: { events: [part({ text: "Hi " }), part({ text: "there." }), last] } });
}

function turns(dialect: DialectName, ...all: object[]) {
  return dialect === "responses" ? { input: all } : { messages: all };
}

function answerIn(dialect: DialectName, reply: Event): Event[] {
  if (dialect === "responses") return reply.output;
  return [dialect === "messages" ? { role: "assistant", content: reply.content } : reply.choices[0].message];
}

describe.each(DIALECTS)("%s", (dialect) => {
  const ask = (model: string, more: object, history: object[] = []) =>
    post(gateway, dialect, { model, ...turns(dialect, hello, ...history), ...more }, metadata);

  test("a text's signature returns to Gemini with the text", async () => {
    sign();
    const first = JSON.parse((await ask(GEMINI, ASKING[dialect])).text);
    expect(droppedIn(JSON.stringify(first))).toEqual([]);
    const { status, text } = await ask(GEMINI, ASKING[dialect], [...answerIn(dialect, first), hello]);
    expect(status, text).toBe(200);
    const { contents } = (upstream.requests.at(-1) as Event).body;
    const answer = contents.find(({ role }: Event) => role === "model");
    expect(answer.parts).toEqual([{ text: "Hi there.", thoughtSignature: "c2lnbmVk" }]);
  });

  test("a text's signature is not sent to any other provider", async () => {
    sign();
    const first = JSON.parse((await ask(GEMINI, ASKING[dialect])).text);
    const { status, text } = await ask("openai/gpt-5-mini", ASKING[dialect], [...answerIn(dialect, first), hello]);
    expect(status, text).toBe(200);
    if (dialect !== "chat") expect(upstream.requests.at(-1)?.raw.toString()).not.toContain("c2lnbmVk");
  });

  test.each([true, false])(
    "a dropped signature is noted if the caller did not request it (stream %s)",
    async (stream) => {
      sign();
      const { text } = await ask(GEMINI, { ...NOT_ASKING[dialect], stream });
      expect(text).not.toContain("c2lnbmVk");
      expect(droppedIn(text)).toEqual(["response (thought signature of a text): dropped"]);
      if (stream) expect(textIn(eventsIn(text))).toBe("Hi there.");
    },
  );
});
