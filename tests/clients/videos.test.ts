import { describe, expect, test } from "vitest";
import { openrouterClient } from "./openrouter-responses.ts";
import { openWorld } from "./scenario-world.ts";

const world = openWorld();

describe("@openrouter/sdk", () => {
  // It takes any answer but a 202 for a failure, and checks every record against its schema.
  test("videoGeneration: begins a video, asks for it until it is there, and reads its bytes", async () => {
    const { videoGeneration } = openrouterClient(world.connection());
    const request = { model: "local/animatic", prompt: "A red fox", duration: 1, aspectRatio: "1:1" as const };
    const begun = await videoGeneration.generate({ videoGenerationRequest: request });
    expect(begun).toMatchObject({ status: "pending", pollingUrl: `/api/v1/videos/${begun.id}` });
    let job = begun;
    for (let asked = 0; job.status !== "completed" && asked < 300; asked++) {
      await new Promise((done) => setTimeout(done, 100));
      job = await videoGeneration.getGeneration({ jobId: begun.id });
    }
    expect(job).toMatchObject({ status: "completed", usage: { cost: 0, isByok: false } });
    const chunks: Uint8Array[] = [];
    for await (const chunk of await videoGeneration.getVideoContent({ jobId: begun.id })) chunks.push(chunk);
    expect(Buffer.concat(chunks).subarray(4, 8).toString()).toBe("ftyp");
  });

  test("videoGeneration.listVideosModels() checks what each model says", async () => {
    const { data } = await openrouterClient(world.connection()).videoGeneration.listVideosModels();
    expect(data.map(({ id }) => id)).toEqual(
      expect.arrayContaining(["google/veo-3.1-generate-preview", "x-ai/grok-imagine-video", "local/animatic"]),
    );
  });

  test("what is refused is told by its status", async () => {
    const { videoGeneration } = openrouterClient(world.connection());
    const request = { model: "local/animatic", prompt: "A red fox", duration: 100 };
    await expect(videoGeneration.generate({ videoGenerationRequest: request })).rejects.toMatchObject({
      statusCode: 400,
    });
  });
});
