import { afterAll, beforeAll, expect, test } from "vitest";
import { videoShape } from "#server/operations/videos/video-shape.ts";
import { providers } from "#server/providers/registry.ts";
import type { VideoMaker, VideoShape } from "#server/providers/video.ts";
import { startUpstream, type Upstream } from "#tests/support/upstream/upstream.ts";

let upstream: Upstream;
beforeAll(async () => {
  upstream = await startUpstream();
});
afterAll(() => upstream?.close());

const never = () => Promise.reject(new Error("nothing is to be loaded"));

test("a compatible video server is called at its own URL with its options and a seed", async () => {
  const model = "Wan-AI/Wan2.2-T2V-A14B-Diffusers";
  const maker = providers.get("vllm")?.video as VideoMaker;
  const request = { model: `vllm/${model}`, prompt: "A red fox", seed: 7, size: "832x480" };
  const shape = videoShape(request, { provider: "vllm", upstreamModel: model }) as VideoShape;
  const target = {
    model,
    credential: "key",
    baseUrl: `${upstream.url}/vllm/v1`,
    fetch,
    signal: new AbortController().signal,
  };
  const options = { num_inference_steps: 40, guidance: { scale: 1 } };
  const { result, notes } = await maker.start(
    { ...target, request, options, load: never, loadResponseFile: never },
    shape,
  );
  expect(upstream.requests[0]).toMatchObject({
    path: "/vllm/v1/videos",
    body: {
      model,
      prompt: "A red fox",
      seconds: "4",
      size: "832x480",
      seed: "7",
      num_inference_steps: "40",
      guidance: '{"scale":1}',
    },
  });
  expect(notes).toEqual([]);
  const poll = () => maker.poll({ ...target, handle: result.handle, polls: 0 });
  expect(await poll()).toEqual({ event: "working" });
  const url = `${target.baseUrl}/videos/${result.handle.id}/content`;
  const headers = { authorization: "Bearer key" };
  expect(await poll()).toEqual({ event: "made", videos: [{ url, headers }], usage: { seconds: 4 } });
  const queued = { id: result.handle.id, object: "video", status: "queued", progress: 0 };
  upstream.script({ times: 1, reply: { body: JSON.stringify(queued) } });
  expect(await poll()).toEqual({ event: "queued" });
});
