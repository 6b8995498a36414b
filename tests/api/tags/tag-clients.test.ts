import { createAnthropic } from "@ai-sdk/anthropic";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import Anthropic from "@anthropic-ai/sdk";
import { GoogleGenAI } from "@google/genai";
import { generateText } from "ai";
import OpenAI, { toFile } from "openai";
import { afterEach, expect, test } from "vitest";
import { openWorld } from "#tests/clients/scenario/scenario-world.ts";
import { toneOf, wavOf } from "#tests/support/wav.ts";

// How published SDKs send tags: in the body where they pass on unknown fields, else in the header.

const world = openWorld();
const TAGS = ["team:search", "env:prod"];
const headers = { "x-switchboard-tags": TAGS.join(", ") };

const openai = () => new OpenAI({ apiKey: world.key, baseURL: `${world.gateway.url}/api/v1` });
const anthropic = () => new Anthropic({ apiKey: world.key, baseURL: `${world.gateway.url}/api` });
const messages = [{ role: "user" as const, content: "Hi" }];
const tagged = { tags: TAGS };

/** Every test is one request, which has these tags and whose upstream request has none. */
afterEach(async () => {
  const { body } = await world.gateway.call("GET", "/generations?limit=1");
  expect(body.data[0].tags).toEqual(TAGS);
  expect(JSON.stringify(world.upstream.requests.map((request) => request.body))).not.toContain("team:search");
});

test("openai: responses.create() with the field", async () => {
  await openai().responses.create({ model: "openai/gpt-5-mini", input: "Hi", ...tagged });
});

test("openai: chat.completions.create() of a stream with the field", async () => {
  const stream = await openai().chat.completions.create({
    model: "openai/gpt-4o-mini",
    messages,
    stream: true,
    ...tagged,
  });
  for await (const _ of stream);
});

test("openai: embeddings.create() with the header", async () => {
  await openai().embeddings.create({ model: "openai/text-embedding-3-small", input: "Hi" }, { headers });
});

test("openai: images.edit() with the field in a form", async () => {
  const pixel = Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==",
    "base64",
  );
  const image = await toFile(pixel, "pixel.png", { type: "image/png" });
  await openai().images.edit({ model: "openai/gpt-image-1", prompt: "A cat", image, ...tagged });
});

test("openai: audio.transcriptions.create() with the field in a form", async () => {
  const file = await toFile(Buffer.from(wavOf(toneOf(0.5))), "sound.wav");
  await openai().audio.transcriptions.create({ model: "openai/whisper-1", file, ...tagged });
});

test("@anthropic-ai/sdk: messages.create() with the field", async () => {
  await anthropic().messages.create({
    model: "anthropic/claude-sonnet-4.5",
    max_tokens: 50,
    messages,
    ...tagged,
  });
});

test("@google/genai: generateContent() with the header", async () => {
  const client = new GoogleGenAI({ apiKey: world.key, httpOptions: { baseUrl: world.gateway.url, headers } });
  await client.models.generateContent({ model: "google/gemini-2.5-flash", contents: "Hi" });
});

test("@google/genai: generateContent() with the field", async () => {
  const client = new GoogleGenAI({
    apiKey: world.key,
    httpOptions: { baseUrl: world.gateway.url, extraBody: { tags: TAGS } },
  });
  await client.models.generateContent({ model: "google/gemini-2.5-flash", contents: "Hi" });
});

test("the AI SDK: generateText() with the header", async () => {
  const provider = createAnthropic({ apiKey: world.key, baseURL: `${world.gateway.url}/api/v1` });
  await generateText({ model: provider("anthropic/claude-sonnet-4.5"), prompt: "Hi", headers });
});

test("the AI SDK: generateText() with the field as a provider option", async () => {
  const url = `${world.gateway.url}/api/v1`;
  const provider = createOpenAICompatible({ name: "switchboard", apiKey: world.key, baseURL: url });
  await generateText({
    model: provider("openai/gpt-4o-mini"),
    prompt: "Hi",
    providerOptions: { switchboard: { tags: TAGS } },
  });
});

test("openai: each request of a batch has the header's tags", async () => {
  const client = openai();
  const line = {
    custom_id: "one",
    method: "POST",
    url: "/v1/chat/completions",
    body: { model: "openai/gpt-4o-mini", messages, tags: ["env:prod"] },
  };
  const file = await client.files.create({
    file: await toFile(Buffer.from(JSON.stringify(line)), "in.jsonl"),
    purpose: "batch",
  });
  const asked = { input_file_id: file.id, endpoint: "/v1/chat/completions", completion_window: "24h" } as const;
  const { id } = await client.batches.create(asked, { headers });
  while ((await client.batches.retrieve(id)).status !== "completed") await new Promise((done) => setTimeout(done, 50));
  const { body } = await world.gateway.call("GET", `/generations?batch_id=${id}`);
  expect(body.data).toHaveLength(1);
});
