import { createVideo as endpoint } from "#lib/contract/videos.ts";
import { gateway } from "#server/gateway.ts";
import { acceptsOnly202 } from "#server/http/clients.ts";
import { operation } from "#server/http/operation.ts";
import { requirePublicUrl } from "#server/pipeline/public-url.ts";
import { startVideo } from "#server/pipeline/start-video.ts";
import { originOf } from "#server/pipeline/video-record.ts";
import { video } from "./video.ts";

export const createVideo = operation(endpoint)(async (call) => {
  const open = gateway();
  const { callback_url: callbackUrl = null } = call.body;
  if (callbackUrl !== null) await requirePublicUrl(callbackUrl, "callback_url");
  const told = { callbackUrl, origin: originOf(open, call.request.url) };
  const { id, generationId, beside } = await startVideo(video, call, told);
  open.log.debug({ id }, "a video was begun");
  const job = { id, polling_url: `/api/v1/videos/${id}`, status: "pending", ...beside };
  return {
    status: acceptsOnly202(call.request.headers) ? 202 : 200,
    headers: { "content-type": "application/json", "cache-control": "no-store", "x-generation-id": generationId },
    body: JSON.stringify(job),
  };
});
