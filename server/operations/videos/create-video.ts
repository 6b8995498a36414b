import { createVideo as endpoint } from "#lib/contract/videos.ts";
import { gateway } from "#server/gateway.ts";
import { acceptsOnly202 } from "#server/http/clients.ts";
import { operation } from "#server/http/operation.ts";
import { startVideo } from "#server/pipeline/start-video.ts";
import { video } from "./video.ts";

export const createVideo = operation(endpoint)(async (call) => {
  const { id, generationId, beside } = await startVideo(video, call);
  gateway().log.debug({ id }, "a video was begun");
  const job = { id, polling_url: `/api/v1/videos/${id}`, status: "pending", ...beside };
  return {
    status: acceptsOnly202(call.request.headers) ? 202 : 200,
    headers: { "content-type": "application/json", "cache-control": "no-store", "x-generation-id": generationId },
    body: JSON.stringify(job),
  };
});
