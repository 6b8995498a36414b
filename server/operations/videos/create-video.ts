import { createVideo as endpoint } from "#lib/contract/videos.ts";
import { acceptsOnly202, readsOpenAiVideos } from "#server/caller/clients.ts";
import { findVideoJob } from "#server/data/video-jobs.ts";
import { operation } from "#server/http/operation.ts";
import { startVideo } from "#server/pipeline/media/video/start-video.ts";
import { originOf } from "#server/pipeline/media/video/video-record.ts";
import { requireAllowedUrl } from "#server/pipeline/planning/public-url.ts";
import { openaiVideo } from "./openai-video.ts";
import { readVideoCall } from "./read-video-call.ts";
import { video } from "./video.ts";

export const createVideo = operation(endpoint)(async (gateway, call) => {
  const { request, principal } = call;
  const raw = await readVideoCall(gateway, principal.workspaceId, call);
  const callbackUrl = (raw.callback_url as string | null | undefined) ?? null;
  if (callbackUrl !== null) await requireAllowedUrl(gateway, callbackUrl, "callback_url");
  const origin = originOf(gateway, request.url);
  const started = await startVideo(gateway, video, { ...call, raw }, { callbackUrl, origin });
  const { id, generationId, extraFields } = started;
  gateway.log.debug({ id }, "a video was submitted");
  const job = { id, polling_url: `/api/v1/videos/${id}`, status: "pending" };
  const theirs =
    readsOpenAiVideos(request.headers) && (await findVideoJob(gateway.database.queries, principal.workspaceId, id));
  return {
    status: acceptsOnly202(request.headers) ? 202 : 200,
    headers: {
      "content-type": "application/json",
      "cache-control": "no-store",
      "x-generation-id": generationId,
      ...started.headers,
    },
    body: JSON.stringify({ ...(theirs ? openaiVideo(gateway, principal, theirs, origin) : job), ...extraFields }),
  };
});
