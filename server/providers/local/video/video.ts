import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { UpstreamError } from "#server/errors.ts";
import type { VideoMaker } from "#server/providers/video.ts";
import { engineError } from "../optional-engine.ts";
import type { Animatic } from "./animatic-worker.ts";

/** Draws an animatic of the prompt. It is not a generative model, but it makes a real MP4 in a real job. */
export const localVideo: VideoMaker = {
  async start({ request, model }, { seconds, width, height }) {
    if (model !== "animatic") {
      throw new UpstreamError(404, `There is no local video model "${model}"`, { retryable: true, fault: "model" });
    }
    const animatic: Animatic = { prompt: request.prompt, seed: request.seed ?? 0, seconds, width, height };
    const hasImages = (request.frame_images?.length ?? 0) + (request.input_references?.length ?? 0) > 0;
    const notes = [
      ...(hasImages ? ["frame_images and input_references: dropped (an animatic is drawn from the prompt)"] : []),
      ...(request.generate_audio ? ["generate_audio: dropped (an animatic has no sound)"] : []),
    ];
    return { result: { handle: animatic }, notes };
  },
  async poll({ handle, polls, signal }) {
    if (polls === 0) return { event: "working" };
    return { event: "made", videos: [{ bytes: await draw(handle as Animatic, signal) }] };
  },
};

function draw(animatic: Animatic, signal: AbortSignal): Promise<Uint8Array> {
  // A path from the project folder, so that bundles find it too.
  const file = join(/*turbopackIgnore: true*/ process.cwd(), "server/providers/local/video/animatic-worker.ts");
  return new Promise((drawn, failed) => {
    const worker = new Worker(file, { workerData: animatic });
    signal.addEventListener("abort", () => void worker.terminate());
    worker.once("message", (bytes: Uint8Array) => drawn(bytes));
    worker.once("error", (error) => failed(engineError(error, "local/animatic")));
    worker.once("exit", () => failed(new Error("drawing the animatic was aborted")));
  });
}
