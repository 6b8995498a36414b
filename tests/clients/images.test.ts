import { createOpenAI } from "@ai-sdk/openai";
import { createOpenRouter } from "@openrouter/ai-sdk-provider";
import { generateImage } from "ai";
import { toFile } from "openai";
import { describe, expect, test } from "vitest";
import { pngOf } from "#tests/support/upstream/media/png.ts";
import { openaiClient } from "./openai-responses.ts";
import { openrouterClient } from "./openrouter/openrouter-responses.ts";
import { openWorld } from "./scenario/scenario-world.ts";

const world = openWorld();
const model = "openai/gpt-image-2";
const prompt = "A red cube";
const isPng = (bytes: Uint8Array) => Buffer.from(bytes).subarray(1, 4).toString() === "PNG";

describe.each([model, "local/poster"])("openai, %s", (name) => {
  test("images.generate() returns images and their cost", async () => {
    const { images } = openaiClient(world.connection());
    const { data, usage, created } = await images.generate({ model: name, prompt, n: 2, size: "1024x1024" });
    expect(data?.map(({ b64_json: image }) => isPng(Buffer.from(image ?? "", "base64")))).toEqual([true, true]);
    expect(created).toBeGreaterThan(1_700_000_000);
    expect(usage).toMatchObject({ total_tokens: expect.any(Number), input_tokens_details: expect.any(Object) });
  });

  test("images.generate() streams partial images, then the final one", async () => {
    const { images } = openaiClient(world.connection());
    const stream = await images.generate({ model: name, prompt, size: "1024x1024", stream: true, partial_images: 1 });
    const events = await Array.fromAsync(stream);
    expect(events.map(({ type }) => type)).toEqual(["image_generation.partial_image", "image_generation.completed"]);
    expect(events.every(({ b64_json: image }) => isPng(Buffer.from(image, "base64")))).toBe(true);
  });
});

describe("openai", () => {
  test("images.edit() sends images and a mask, whole or streamed", async () => {
    const { images } = openaiClient(world.connection());
    const image = await Promise.all(["a.png", "b.png"].map((name) => toFile(pngOf(2, 2, [1, 2, 3]), name)));
    const mask = await toFile(pngOf(2, 2, [0, 0, 0]), "mask.png");
    const { data, usage } = await images.edit({ model, prompt, image, mask, n: 2 });
    expect(data?.map(({ b64_json: edited }) => isPng(Buffer.from(edited ?? "", "base64")))).toEqual([true, true]);
    expect(usage).toMatchObject({ total_tokens: expect.any(Number), input_tokens_details: expect.any(Object) });
    const stream = await images.edit({ model, prompt, image, stream: true, partial_images: 1 });
    const events = await Array.fromAsync(stream);
    expect(events.map(({ type }) => type)).toEqual(["image_edit.partial_image", "image_edit.completed"]);
  });

  test("a stream from a provider without partial images still has the image", async () => {
    world.upstream.script({
      match: ({ path }) => path.includes("generateContent"),
      times: 1,
      reply: {
        body: JSON.stringify({
          candidates: [{ content: { parts: [{ inlineData: { mimeType: "image/png", data: "iVBORw0KGgo=" } }] } }],
          usageMetadata: { promptTokenCount: 5, candidatesTokenCount: 1290, totalTokenCount: 1295 },
        }),
      },
    });
    const { images } = openaiClient(world.connection());
    const stream = await images.generate({ model: "google/gemini-2.5-flash-image", prompt, stream: true });
    expect((await Array.fromAsync(stream)).map(({ type }) => type)).toEqual(["image_generation.completed"]);
  });

  test("a failure mid-stream is an error of the stream", async () => {
    world.upstream.script({ times: 1, fault: { cutAfterEvents: 1 } });
    const { images } = openaiClient(world.connection());
    const stream = await images.generate({ model, prompt, stream: true });
    await expect(Array.fromAsync(stream)).rejects.toThrow(/cut off|connection/i);
  });

  test("an unsupported request is a BadRequestError", async () => {
    const { images } = openaiClient(world.connection());
    const asked = { model, prompt, response_format: "url" } as const;
    await expect(images.generate(asked)).rejects.toMatchObject({ status: 400 });
    const jpeg = { model, prompt, background: "transparent", output_format: "jpeg" } as const;
    await expect(images.generate(jpeg)).rejects.toMatchObject({ status: 400 });
  });
});

describe("@openrouter/sdk", () => {
  const generate = (more: object) =>
    openrouterClient(world.connection()).images.generate({ imageGenerationRequest: { model, prompt, ...more } });

  test("images.generate() validates the response", async () => {
    const response = (await generate({ n: 2, aspectRatio: "16:9", resolution: "1K", outputFormat: "webp" })) as {
      data: { b64Json: string }[];
      usage: object;
    };
    expect(response.data).toHaveLength(2);
    expect(response.usage).toMatchObject({ totalTokens: expect.any(Number), cost: expect.any(Number) });
  });

  test("images.generate() streams", async () => {
    const events = await Array.fromAsync((await generate({ stream: true })) as unknown as AsyncIterable<unknown>);
    const types = events.map((event) => (event as { type?: string }).type);
    expect(types).toEqual([
      "image_generation.partial_image",
      "image_generation.partial_image",
      "image_generation.completed",
    ]);
  });

  test("lists the image models and their endpoints", async () => {
    const { images } = openrouterClient(world.connection());
    const { data } = await images.listModels();
    expect(data.find(({ id }) => id === model)).toMatchObject({ supportsStreaming: true });
    const { endpoints } = await images.listModelEndpoints({ author: "openai", slug: "gpt-image-2" });
    const own = endpoints.find(({ providerSlug }) => providerSlug === "openai");
    expect(own).toMatchObject({ supportsStreaming: true });
    expect(own?.pricing.length).toBeGreaterThan(2);
  });
});

describe("ai", () => {
  test("generateImage() through @openrouter/ai-sdk-provider", async () => {
    const { url, key } = world.connection();
    const provider = createOpenRouter({ apiKey: key, baseURL: `${url}/api/v1` });
    const { images } = await generateImage({ model: provider.imageModel(model), prompt, aspectRatio: "1:1" });
    expect(images.map(({ uint8Array }) => isPng(uint8Array))).toEqual([true]);
  });

  test("generateImage() through @ai-sdk/openai", async () => {
    const { url, key } = world.connection();
    const provider = createOpenAI({ apiKey: key, baseURL: `${url}/api/v1` });
    const { images } = await generateImage({ model: provider.image(model) as never, prompt, n: 2, size: "1024x1024" });
    expect(images.map(({ uint8Array }) => isPng(uint8Array))).toEqual([true, true]);
  });
});
