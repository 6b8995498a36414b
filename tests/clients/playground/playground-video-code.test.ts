import { expect, test } from "vitest";
import { NO_PICTURES } from "#components/playground/video/pictures.ts";
import { videoSamples } from "#components/playground/video/video-code.ts";
import { formOf, videoBody } from "#components/playground/video/video-form.ts";
import { AWKWARD, codeWorld } from "./code-folder.ts";

const BODY = videoBody(
  "local/animatic",
  formOf({ prompt: AWKWARD, duration: 1, resolution: "360p", aspect_ratio: "1:1", seed: 7 }),
  NO_PICTURES,
  undefined,
);
const image = (url: string) => ({ type: "image_url", image_url: { url } });
const FRAMES = {
  ...BODY,
  frame_images: [
    { ...image("https://example.com/last.png"), frame_type: "last_frame" },
    { ...image("https://example.com/first.png"), frame_type: "first_frame" },
  ],
};

const world = codeWorld();

function sampleOf(id: string, body = BODY): string {
  return videoSamples(body, world.gateway.url).find((sample) => sample.id === id)?.code ?? "";
}

test.each(["curl", "fetch", "openai-node"])(
  "the code for %s submits a video, waits for it and saves it",
  async (id) => {
    const file = `${id}.mp4`;
    await world.code.outputOf(id, sampleOf(id).replaceAll("video.mp4", file));
    const bytes = await world.code.read(file);
    expect(bytes.subarray(4, 8).toString()).toBe("ftyp");
    const { body } = await world.gateway.call("GET", "/videos?limit=1");
    expect(body.data[0]).toMatchObject({ status: "completed", duration: 1, resolution: "360p", aspect_ratio: "1:1" });
  },
);

test("code for OpenAI's clients has the first frame in their own field and the last one as JSON", () => {
  const python = sampleOf("openai-python", FRAMES);
  expect(python).toMatch(/seconds="1",[\s\S]*input_reference=\{\s*"image_url": "https:\/\/example.com\/first.png"/);
  expect(python).toMatch(/extra_body=\{[\s\S]*"frame_images": "\[\{.*last.png/);
  expect(sampleOf("openai-node", FRAMES)).toContain('"image_url": "https://example.com/first.png"');
});
