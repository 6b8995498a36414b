import { expect, test } from "vitest";
import { discoveredEndpoint } from "#server/catalogue/discovery.ts";
import { videoShape } from "#server/operations/videos/video-shape.ts";

const found = (upstreamModel: string) =>
  discoveredEndpoint({
    provider: "vllm",
    upstreamModel,
    foundAt: 1_800_000_000,
    contextLength: null,
    isFree: true,
    zeroDataRetention: true,
  });

test.each([
  ["Wan-AI/Wan2.2-T2V-A14B-Diffusers", ["video"]],
  ["Wan-AI/Wan2.2-TI2V-5B-Diffusers", ["video"]],
  ["hunyuanvideo-community/HunyuanVideo-1.5-480p_t2v", ["video"]],
  ["Lightricks/LTX-2", ["video"]],
  ["zai-org/CogVideoX-5b", ["video"]],
  ["Qwen/Qwen3-8B", ["text"]],
  ["mistralai/Mistral-Small-3.2", ["text"]],
])("%s of a model server outputs %o", (name, output) => {
  const { models, endpoints, prices } = found(name);
  expect(models[0]?.outputModalities).toEqual(output);
  expect(endpoints[0]?.unpriced).toBeUndefined();
  if (output[0] === "video") expect(prices).toMatchObject([{ unit: "seconds", nanoUsdPerMillion: 0 }]);
});

test("a self-hosted model server accepts any size and length, a provider only what it supports", () => {
  const request = { model: "m", prompt: "p" };
  const own = { provider: "vllm", upstreamModel: "Wan-AI/Wan2.2-T2V-A14B-Diffusers" };
  const shape = { seconds: 5, resolution: "480p", aspectRatio: "16:9", width: 832, height: 480 };
  expect(videoShape({ ...request, size: "832x480", duration: 5 }, own)).toEqual(shape);
  expect(videoShape({ ...request, size: "480x832" }, own)).toMatchObject({ aspectRatio: "9:16", seconds: 4 });
  expect(videoShape(request, own)).toMatchObject({ width: 1280, height: 720 });
  const sora = { provider: "openai", upstreamModel: "sora-2" };
  expect(videoShape({ ...request, size: "832x480" }, sora)).toMatch(/supported: 720x1280, 1280x720/);
  expect(videoShape({ ...request, size: "1024x1792" }, { ...sora, upstreamModel: "sora-2-pro" })).toMatch(
    /is not supported/,
  );
});
