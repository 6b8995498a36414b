import type { Endpoint, EndpointResponse, Exchange } from "../endpoint.ts";
import { openai } from "../openai/conventions.ts";
import { mp4 } from "./video-file.ts";

type Video = Record<string, unknown> & { id: string; status: string };

const path = { list: /\/videos$/, one: /\/videos\/[^/]+$/, content: /\/videos\/[^/]+\/content$/ };

/** OpenAI's video jobs: queued when created, half done at the first poll, completed (or failed) at the second. */
export const videos: Endpoint[] = [
  { method: "POST", path: path.list, conventions: openai, answer: create },
  { method: "GET", path: path.content, conventions: openai, answer: (exchange) => withKnownJob(exchange, content) },
  {
    method: "GET",
    path: path.one,
    conventions: openai,
    answer: (exchange) => withKnownJob(exchange, (video) => ({ json: advance(exchange, video) })),
  },
  {
    method: "DELETE",
    path: path.one,
    conventions: openai,
    answer: (exchange) => withKnownJob(exchange, (video) => remove(exchange, video)),
  },
];

function create({ request, newId, nowSeconds, jobs, fault }: Exchange): EndpointResponse {
  const { model, prompt, seconds = "4", size = "720x1280" } = (request.body ?? {}) as Record<string, string>;
  const video: Video = {
    id: newId("video_", 32),
    object: "video",
    created_at: nowSeconds,
    status: "queued",
    completed_at: null,
    error: null,
    expires_at: null,
    model,
    progress: 0,
    prompt: prompt ?? null,
    remixed_from_video_id: null,
    seconds: String(seconds),
    size,
  };
  jobs.set(video.id, { video, willFail: fault.jobFails === true });
  return { json: video };
}

function withKnownJob(exchange: Exchange, then: (video: Video) => EndpointResponse): EndpointResponse {
  const id = exchange.request.path.match(/\/videos\/([^/]+)/)?.[1] ?? "";
  const job = exchange.jobs.get(id) as { video: Video } | undefined;
  if (job) return then(job.video);
  const about = { model: "", message: `Video with id '${id}' not found.`, requestId: exchange.newId("req_") };
  return { status: 404, json: openai.error(404, about) };
}

function advance({ jobs, nowSeconds }: Exchange, video: Video): Video {
  const { willFail } = jobs.get(video.id) as { willFail: boolean };
  if (video.status === "queued") return Object.assign(video, { status: "in_progress", progress: 50 });
  if (video.status !== "in_progress") return video;
  const error = { code: "moderation_blocked", message: "Your request was blocked by our moderation system." };
  if (willFail) return Object.assign(video, { status: "failed", error });
  const times = { completed_at: nowSeconds, expires_at: nowSeconds + 3600 };
  return Object.assign(video, { status: "completed", progress: 100, ...times });
}

function content(video: Video): EndpointResponse {
  if (video.status === "completed") return { bytes: mp4(), contentType: "video/mp4", pieceBytes: 1024 };
  const message = "Video is not ready yet, use GET /v1/videos/{video_id} to check status.";
  return { status: 404, json: { error: { message, type: "invalid_request_error", param: null, code: null } } };
}

function remove({ jobs }: Exchange, { id }: Video): EndpointResponse {
  jobs.delete(id);
  return { json: { id, object: "video.deleted", deleted: true } };
}
