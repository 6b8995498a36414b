import { createGoogle } from "@ai-sdk/google";
import OpenAI, { toFile } from "openai";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startUpstream, type Upstream } from "#tests/support/upstream/upstream.ts";

let upstream: Upstream;
let openai: OpenAI;
beforeAll(async () => {
  upstream = await startUpstream();
  openai = new OpenAI({ apiKey: "sk-test", baseURL: `${upstream.url}/v1`, maxRetries: 0 });
});
afterAll(() => upstream.close());

const post = async (path: string, body: object) => {
  const headers = { authorization: "Bearer k", "content-type": "application/json" };
  return (await fetch(upstream.url + path, { method: "POST", headers, body: JSON.stringify(body) })).json();
};

test("embeddings are the same as numbers and as base64, and texts that share words are near each other", async () => {
  const ask = { model: "embed", input: ["a red fish", "the red fish", "blue bird"], dimensions: 64 };
  const numbers = await openai.embeddings.create({ ...ask, encoding_format: "float" });
  const packed = await openai.embeddings.create(ask);
  expect(packed.data).toEqual(numbers.data);
  const [first, second, third] = numbers.data.map((item) => item.embedding);
  const near = (one: number[] = [], other: number[] = []) =>
    one.reduce((sum, value, at) => sum + value * (other[at] ?? 0), 0);
  expect(near(first, second)).toBeGreaterThan(near(first, third));
  const tokens = await openai.embeddings.create({ model: "embed", input: [[1, 2, 3], [4]] });
  expect([tokens.data.length, tokens.usage.prompt_tokens]).toEqual([2, 4]);
});

test("the Google package reads embeddings", async () => {
  const google = createGoogle({ apiKey: "key", baseURL: `${upstream.url}/v1beta` });
  const { embeddings } = await google.embeddingModel("gemini-embed").doEmbed({ values: ["one", "two"] });
  expect(embeddings.map((vector) => vector.length)).toEqual([3072, 3072]);
});

test("images are returned whole and as a stream of partial ones", async () => {
  const ask = { model: "gpt-image", prompt: "a cat", size: "256x128" as never };
  const { data, usage } = await openai.images.generate({ ...ask, n: 2 });
  const bytes = Buffer.from(data?.[1]?.b64_json ?? "", "base64");
  expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20), usage?.output_tokens]).toEqual([256, 128, 2000]);
  const stream = await openai.images.generate({ ...ask, stream: true, partial_images: 2 });
  expect((await Array.fromAsync(stream)).map((event) => event.type)).toEqual([
    "image_generation.partial_image",
    "image_generation.partial_image",
    "image_generation.completed",
  ]);
});

test("speech is streamed as bytes of the requested format", async () => {
  const ask = { model: "tts", voice: "alloy", input: "Hello there" };
  const wav = await openai.audio.speech.create({ ...ask, response_format: "wav" });
  expect(wav.headers.get("content-type")).toBe("audio/wav");
  const bytes = Buffer.from(await wav.arrayBuffer());
  expect([bytes.toString("latin1", 0, 4), bytes.readUInt32LE(40)]).toEqual(["RIFF", bytes.length - 44]);
});

test("a transcription reads the upload byte for byte and returns words and segments if requested", async () => {
  const bytes = Buffer.from(Array.from({ length: 70_000 }, (_, at) => at % 256));
  const ask = { file: await toFile(bytes, "talk.wav"), model: "whisper-1" };
  const verbose = await openai.audio.transcriptions.create({
    ...ask,
    response_format: "verbose_json",
    timestamp_granularities: ["word", "segment"],
  });
  expect(verbose.text).toBe("You sent talk.wav of 70000 bytes.");
  expect([verbose.duration, verbose.segments?.length, verbose.words?.length]).toEqual([3, 1, 6]);
  const form = upstream.requests.at(-1)?.body as { file: { bytes: Buffer } };
  expect(form.file.bytes.equals(bytes)).toBe(true);
});

test("a video job is queued, progresses, and ends with its content or as failed", async () => {
  const { id } = await openai.videos.create({ model: "sora-2", prompt: "a cat" });
  expect((await openai.videos.downloadContent(id).catch((error) => error)).status).toBe(404);
  const statuses = [];
  for (let count = 0; count < 2; count += 1) statuses.push((await openai.videos.retrieve(id)).status);
  expect(statuses).toEqual(["in_progress", "completed"]);
  const content = Buffer.from(await (await openai.videos.downloadContent(id)).arrayBuffer());
  expect(content.toString("latin1", 4, 8)).toBe("ftyp");
  const failing = await openai.videos.create({ model: "sora-2", prompt: "fault-job-fails" });
  await openai.videos.retrieve(failing.id);
  expect((await openai.videos.retrieve(failing.id)).error?.code).toBe("moderation_blocked");
});

test("rerank sorts by shared words, in the formats of Cohere, Jina and Voyage", async () => {
  const ask = { query: "red fish", documents: ["blue bird", "a red fish", "red car"] };
  const cohere = await post("/v2/rerank", { ...ask, model: "rerank-v3.5", top_n: 2 });
  expect(cohere.results.map((result: { index: number }) => result.index)).toEqual([1, 2]);
  expect(cohere.meta.billed_units).toEqual({ search_units: 1 });
  const jina = await post("/v1/rerank", { ...ask, model: "jina-reranker-v2" });
  expect(jina.results[0]).toEqual({ index: 1, document: { text: "a red fish" }, relevance_score: 1 });
  const voyage = await post("/v1/rerank", { ...ask, model: "rerank-2.5", top_k: 1 });
  expect(voyage).toMatchObject({
    object: "list",
    data: [{ index: 1, relevance_score: 1 }],
    usage: { total_tokens: 14 },
  });
  const embed = await post("/v2/embed", {
    model: "embed-v4",
    texts: ["one"],
    output_dimension: 4,
    embedding_types: ["float", "int8"],
  });
  expect([embed.embeddings.float[0].length, embed.embeddings.int8[0].length]).toEqual([4, 4]);
});
