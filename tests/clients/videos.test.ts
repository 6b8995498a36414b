import { createOpenRouter } from "@openrouter/ai-sdk-provider";
import { experimental_generateVideo as generateVideo } from "ai";
import { describe, expect, test } from "vitest";
import { openaiClient } from "./openai-responses.ts";
import { openrouterClient } from "./openrouter/openrouter-responses.ts";
import { openWorld } from "./scenario/scenario-world.ts";

const world = openWorld();

const PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

describe("@openrouter/sdk", () => {
  // It treats any response but a 202 as a failure, and validates every record against its schema.
  test("videoGeneration: submits a video, polls until it is ready, and reads its bytes", async () => {
    const { videoGeneration } = openrouterClient(world.connection());
    const request = { model: "local/animatic", prompt: "A red fox", duration: 1, aspectRatio: "1:1" as const };
    const submitted = await videoGeneration.generate({ videoGenerationRequest: request });
    expect(submitted).toMatchObject({ status: "pending", pollingUrl: `/api/v1/videos/${submitted.id}` });
    let job = submitted;
    for (let asked = 0; job.status !== "completed" && asked < 300; asked++) {
      await new Promise((done) => setTimeout(done, 100));
      job = await videoGeneration.getGeneration({ jobId: submitted.id });
    }
    expect(job).toMatchObject({ status: "completed", usage: { cost: 0, isByok: false } });
    const chunks: Uint8Array[] = [];
    for await (const chunk of await videoGeneration.getVideoContent({ jobId: submitted.id })) chunks.push(chunk);
    expect(Buffer.concat(chunks).subarray(4, 8).toString()).toBe("ftyp");
  });

  test("videoGeneration.listVideosModels() validates each model", async () => {
    const { data } = await openrouterClient(world.connection()).videoGeneration.listVideosModels();
    expect(data.map(({ id }) => id)).toEqual(
      expect.arrayContaining(["google/veo-3.1-generate-preview", "x-ai/grok-imagine-video", "local/animatic"]),
    );
  });

  test("an error has its status", async () => {
    const { videoGeneration } = openrouterClient(world.connection());
    const request = { model: "local/animatic", prompt: "A red fox", duration: 100 };
    await expect(videoGeneration.generate({ videoGenerationRequest: request })).rejects.toMatchObject({
      statusCode: 400,
    });
  });
});

describe("openai", () => {
  // Waits as its documentation says: while a video is queued or in progress.
  test("videos: submits a video, waits for its end, and reads its bytes", async () => {
    const { videos } = openaiClient(world.connection());
    const size = "360x640" as "720x1280";
    const submitted = await videos.create({ model: "local/animatic", prompt: "A red fox", seconds: "4", size });
    expect(submitted).toMatchObject({ object: "video", status: "queued", model: "local/animatic", seconds: "4", size });
    let job = submitted;
    for (let asked = 0; ["queued", "in_progress"].includes(job.status) && asked < 300; asked++) {
      await new Promise((done) => setTimeout(done, 100));
      job = await videos.retrieve(submitted.id);
    }
    expect(job).toMatchObject({
      id: submitted.id,
      status: "completed",
      progress: 100,
      error: null,
      seconds: "4",
      size,
    });
    expect(job.completed_at).toBeGreaterThanOrEqual(job.created_at);
    const content = await videos.downloadContent(job.id);
    expect(content.headers.get("content-type")).toBe("video/mp4");
    expect(
      Buffer.from(await content.arrayBuffer())
        .subarray(4, 8)
        .toString(),
    ).toBe("ftyp");
    await expect(videos.downloadContent(job.id, { variant: "thumbnail" })).rejects.toMatchObject({ status: 400 });
  });

  test("videos: an image can be sent as a file or by URL", async () => {
    const { videos } = openaiClient(world.connection());
    const image = new File([Buffer.from(PIXEL, "base64")], "fox.png");
    const request = { model: "google/veo-3.1-generate-preview", prompt: "A red fox", seconds: "8" as const };
    for (const input_reference of [image, { image_url: `data:image/png;base64,${PIXEL}` }]) {
      world.upstream.reset();
      expect((await videos.create({ ...request, input_reference })).status).toBe("queued");
      const { body } = world.upstream.requests.find(({ method }) => method === "POST") as { body: object };
      expect(body).toMatchObject({
        instances: [{ prompt: "A red fox", image: { bytesBase64Encoded: PIXEL, mimeType: "image/png" } }],
        parameters: { durationSeconds: 8 },
      });
    }
  });

  test("videos.list() returns every job, page by page, in either order", async () => {
    const { videos } = openaiClient(world.connection());
    const begin = async () => (await videos.create({ model: "local/animatic", prompt: "A red fox", seconds: "4" })).id;
    const made = [await begin(), await begin(), await begin()];
    const ids = await Array.fromAsync(await videos.list({ limit: 2 }), ({ id }) => id);
    expect(ids.slice(0, 3)).toEqual(made.toReversed());
    expect(new Set(ids).size).toBe(ids.length);
    const rising = await Array.fromAsync(await videos.list({ limit: 1, order: "asc" }), ({ id }) => id);
    expect(rising).toEqual(ids.toReversed());
  });

  test("videos: an error has its status", async () => {
    const { videos } = openaiClient(world.connection());
    const wrong = videos.create({ model: "local/animatic", prompt: "A red fox", seconds: "12" });
    await expect(wrong).rejects.toMatchObject({ status: 400 });
    await expect(videos.retrieve("gen-vid-0-none")).rejects.toMatchObject({ status: 404 });
  });
});

describe("ai with @openrouter/ai-sdk-provider", () => {
  const videoModel = (id: string) => {
    const { url, key } = world.connection();
    return createOpenRouter({ apiKey: key, baseURL: `${url}/api/v1` }).videoModel(id, { pollIntervalMs: 100 });
  };
  // Its own download rejects loopback addresses; like it, this one sends no key.
  const download = async ({ url }: { url: URL }) => {
    const response = await fetch(url);
    return {
      data: new Uint8Array(await response.arrayBuffer()),
      mediaType: response.headers.get("content-type") ?? "",
    };
  };

  test("generateVideo() waits for a video and downloads it", async () => {
    const { video, providerMetadata } = await generateVideo({
      model: videoModel("local/animatic"),
      prompt: "A red fox",
      aspectRatio: "1:1",
      resolution: "360x360",
      duration: 1,
      download,
    });
    expect(video.mediaType).toBe("video/mp4");
    expect(Buffer.from(video.uint8Array).subarray(4, 8).toString()).toBe("ftyp");
    expect(providerMetadata).toMatchObject({ openrouter: { generationId: expect.stringMatching(/^gen-/), cost: 0 } });
  });

  test("generateVideo() starts from an image", async () => {
    world.upstream.reset();
    const { video } = await generateVideo({
      model: videoModel("google/veo-3.1-generate-preview"),
      prompt: { text: "A red fox", image: Buffer.from(PIXEL, "base64") },
      duration: 8,
      seed: 7,
      download,
    });
    expect(video.uint8Array.byteLength).toBeGreaterThan(4096);
    const { body } = world.upstream.requests.find(({ method }) => method === "POST") as { body: object };
    expect(body).toMatchObject({
      instances: [{ prompt: "A red fox", image: { bytesBase64Encoded: PIXEL, mimeType: "image/png" } }],
      parameters: { durationSeconds: 8, seed: 7 },
    });
  });

  test("generateVideo() fails with the video's reason", async () => {
    world.upstream.script({ times: 1, fault: { jobFails: true } });
    const failing = generateVideo({
      model: videoModel("google/veo-3.1-generate-preview"),
      prompt: "A red fox",
      download,
      maxRetries: 0,
    });
    await expect(failing).rejects.toThrow("Video generation failed.");
  });
});
