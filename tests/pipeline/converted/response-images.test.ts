import { describe, expect, test } from "vitest";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";
import { type DialectName, type Event, eventsIn, post, recordOf, saying } from "../calling.ts";
import { droppedIn } from "../native/anthropic-events.ts";

const upstream = sharedUpstream();
const gateway = sharedGateway({ upstream, providers: ["groq", "google", "openai", "anthropic"] });

const OPEN = "openai/gpt-oss-120b";
const GEMINI = "google/gemini-2.5-flash";
const GPT = "openai/gpt-5-mini";
const PNG = "iVBORw0KGgo=";
const PICTURE = { type: "image_url", image_url: { url: `data:image/png;base64,${PNG}` } };
const USAGE = { prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 };

/** A stream in the chat dialect of these deltas. */
function chunks(...deltas: object[]): (string | object)[] {
  const chunk = (delta: object, finish_reason: string | null = null) => ({
    id: "c",
    choices: [{ index: 0, delta, finish_reason }],
  });
  return [...deltas.map((delta) => chunk(delta)), chunk({}, "stop"), { choices: [], usage: USAGE }, "data: [DONE]\n\n"];
}

/** A response, streamed and whole, and what its metadata lists as dropped. */
async function answersOf(dialect: DialectName, model: string) {
  const headers = { "x-service-metadata": "enabled" };
  const whole = await post(gateway, dialect, saying(dialect, model, "Draw"), { headers });
  const streamed = await post(gateway, dialect, saying(dialect, model, "Draw", { stream: true }), { headers });
  const events = eventsIn(streamed.text);
  return { whole, streamed, events, reply: JSON.parse(whole.text) as Event };
}

describe("images in a chat upstream's response", () => {
  const message = chunks({ content: "Here: " }, { images: [PICTURE] }, { content: "a cat." });

  test("become image generations in responses", async () => {
    upstream.script({ reply: { events: message } });
    const { whole, reply, events } = await answersOf("responses", OPEN);
    expect(whole.status, whole.text).toBe(200);
    expect(reply.output).toMatchObject([
      { type: "message", content: [{ text: "Here: a cat." }] },
      { type: "image_generation_call", status: "completed", result: PNG },
    ]);
    expect(events.find(({ type }) => type === "response.completed").response.output).toMatchObject(
      reply.output.map(({ id: _, ...item }: Event) => item),
    );
    expect(droppedIn(whole.text)).toEqual([]);
  });

  test("are listed as dropped in messages, which has no field for them", async () => {
    upstream.script({ reply: { events: message } });
    const { whole, streamed, reply } = await answersOf("messages", OPEN);
    expect(reply.content).toEqual([{ type: "text", text: "Here: a cat." }]);
    expect(droppedIn(whole.text)).toEqual(["response (image/png): dropped"]);
    expect(droppedIn(streamed.text)).toEqual(["response (image/png): dropped"]);
    expect((await recordOf(gateway, whole.headers)).notes).toContain("response (image/png): dropped");
  });

  test("are a 400 that names the endpoint to use if there is no text", async () => {
    upstream.script({ reply: { events: chunks({ images: [PICTURE] }) } });
    for (let call = 0; call < 6; call++) {
      const { whole, streamed } = await answersOf("messages", OPEN);
      for (const { status, text } of [whole, streamed]) {
        expect(status, text).toBe(400);
        expect(JSON.parse(text).error.message).toContain("image/png, which /messages cannot return");
      }
      expect(await recordOf(gateway, whole.headers)).toMatchObject({ status: 400, tokens_completion: 2 });
    }
    expect((await gateway.call("GET", "/system")).body.data.open_circuits).toEqual([]);
  });

  test("are also recognized as content parts", async () => {
    upstream.script({ reply: { events: chunks({ content: [{ type: "text", text: "Here" }, PICTURE] }) } });
    const { reply } = await answersOf("responses", OPEN);
    expect(reply.output.map(({ type }: Event) => type).sort()).toEqual(["image_generation_call", "message"]);
  });

  test("are listed as dropped if their URL is forbidden", async () => {
    const url = `https://127.0.0.1:${upstream.port}/cat.png`;
    upstream.script({
      reply: { events: chunks({ content: "Hi", images: [{ type: "image_url", image_url: { url } }] }) },
    });
    const { whole, reply } = await answersOf("responses", OPEN);
    expect(reply.output).toMatchObject([{ type: "message", content: [{ text: "Hi" }] }]);
    expect(droppedIn(whole.text)).toEqual(["response (image/*): dropped"]);
    expect(whole.text).not.toContain("cat.png");
  });
});

test("images by Gemini are listed as dropped in messages and in chat", async () => {
  const inlineData = { mimeType: "image/png", data: PNG };
  const parts = [{ text: "Here" }, { inlineData }, { futurePart: { new: true } }];
  const candidates = [{ index: 0, content: { role: "model", parts }, finishReason: "STOP" }];
  upstream.script({
    reply: { events: [{ candidates, usageMetadata: { promptTokenCount: 3, candidatesTokenCount: 2 } }] },
  });
  const messages = await answersOf("messages", GEMINI);
  expect(messages.reply.content).toEqual([{ type: "text", text: "Here" }]);
  expect(droppedIn(messages.whole.text).sort()).toEqual([
    "response (futurePart): dropped",
    "response (image/png): dropped",
  ]);
  const chat = await answersOf("chat", GEMINI);
  expect(chat.reply.choices[0].message.images).toEqual([PICTURE]);
  expect(droppedIn(chat.whole.text)).toEqual(["response (futurePart): dropped"]);
});

test("an image drawn by OpenAI's own tool is listed as dropped in messages", async () => {
  const response = { id: "r", object: "response", created_at: 7, model: "g", status: "in_progress", output: [] };
  const item = { type: "image_generation_call", id: "ig", status: "completed", result: PNG };
  const message = { type: "message", id: "m", role: "assistant", status: "completed", content: [] };
  const at = { item_id: "m", output_index: 1, content_index: 0 };
  const usage = { input_tokens: 3, output_tokens: 2, total_tokens: 5 };
  const events = [
    { type: "response.created", response },
    { type: "response.output_item.added", output_index: 0, item: { ...item, status: "in_progress", result: null } },
    { type: "response.output_item.done", output_index: 0, item },
    { type: "response.output_item.added", output_index: 1, item: { ...message, status: "in_progress" } },
    { type: "response.output_text.delta", ...at, delta: "Here" },
    { type: "response.output_item.done", output_index: 1, item: message },
    { type: "response.completed", response: { ...response, status: "completed", usage } },
  ];
  upstream.script({ reply: { events } });
  const { whole, reply } = await answersOf("messages", GPT);
  expect(reply.content, whole.text).toEqual([{ type: "text", text: "Here" }]);
  expect(droppedIn(whole.text)).toEqual(["response (image/png): dropped"]);
});
