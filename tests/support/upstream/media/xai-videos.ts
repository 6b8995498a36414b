import type { Endpoint, EndpointResponse, Exchange } from "../endpoint.ts";
import { openai } from "../openai/conventions.ts";
import { mp4 } from "./video-file.ts";

type Video = { polls: number; willFail: boolean; model: string; seconds: number };

/** xAI's videos: pending at the first poll, done (or failed) at the second. Its errors have OpenAI's format. */
export const xaiVideos: Endpoint[] = [
  { method: "POST", path: /\/xai\/v1\/videos\/generations$/, conventions: openai, answer: create },
  {
    method: "GET",
    path: /\/xai\/v1\/videos\/[^/]+\.mp4$/,
    conventions: { ...openai, refuse: () => undefined },
    answer: download,
  },
  { method: "GET", path: /\/xai\/v1\/videos\/[^/]+$/, conventions: openai, answer: poll },
];

function create({ request, newId, jobs, fault }: Exchange): EndpointResponse {
  const { model = "", duration = 8 } = (request.body ?? {}) as { model?: string; duration?: number };
  const id = newId("", 24);
  jobs.set(id, { polls: 0, willFail: fault.jobFails === true, model, seconds: duration } satisfies Video);
  return { json: { request_id: id } };
}

function poll({ request, jobs }: Exchange): EndpointResponse {
  const id = request.path.split("/").at(-1) ?? "";
  const video = jobs.get(id) as Video | undefined;
  if (!video) return { status: 404, json: openai.error(404, { model: "", message: "No such request", requestId: "" }) };
  video.polls += 1;
  if (video.polls === 1) return { json: { status: "pending", progress: 40 } };
  const error = { code: "internal_error", message: "Video generation failed." };
  if (video.willFail) return { json: { status: "failed", error } };
  const url = `http://${request.headers.host}${request.path}.mp4`;
  const made = { url, duration: video.seconds, respect_moderation: true };
  return { json: { status: "done", model: video.model, video: made, usage: { cost_in_usd_ticks: 4_000_000_000 } } };
}

function download(): EndpointResponse {
  return { bytes: mp4(), contentType: "video/mp4", pieceBytes: 1024 };
}
