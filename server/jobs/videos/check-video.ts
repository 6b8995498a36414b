import { type VideoState, videoStateAfter } from "#lib/video-states.ts";
import type { FileRow } from "#server/data/files.ts";
import { changeVideoJob, rescheduleVideoJob, type VideoJobRow } from "#server/data/video-jobs.ts";
import {
  adapterBaseUrl,
  adapterCredential,
  egressOf,
  signedSource,
  transportFetch,
} from "#server/pipeline/attempts/transport.ts";
import { addressOf } from "#server/pipeline/planning/system-credentials.ts";
import { fromThrown } from "#server/providers/errors/error.ts";
import { upstreamFetch } from "#server/providers/exchange/http.ts";
import type { Provider } from "#server/providers/provider.ts";
import type { VideoMaker, VideoPoll, VideoStatus } from "#server/providers/video.ts";
import { type EndedVideo, endVideo } from "./end-video.ts";
import { videoBytes } from "./video-bytes.ts";
import type { VideoGateway } from "./video-gateway.ts";

export type KeepVideo = (file: {
  workspaceId: string;
  filename: string;
  mimeType: string;
  bytes: AsyncIterable<Uint8Array>;
}) => Promise<FileRow>;

const DAY_MS = 86_400_000;
const POLL_TIMEOUT_MS = 60_000;
const DOWNLOAD_TIMEOUT_MS = 600_000;
/** A provider that rejects this many status requests in a row does not know the job. */
const MAX_REFUSALS = 5;
/** A finished video is downloaded at most this often, with growing pauses; that is about an hour. */
const MAX_DOWNLOADS = 20;

const LOST_MESSAGE =
  "The gateway's process ended before the provider's response was stored; the provider may have started the video";
const TIMEOUT_MESSAGE = "The provider returned no result within a day";

/** Checks once a job that this process holds, and either ends it or releases it until it is due again. */
export async function checkVideo(
  gateway: VideoGateway,
  keep: KeepVideo,
  job: VideoJobRow,
  stopping: AbortSignal,
): Promise<void> {
  const ended = await endOf(gateway, keep, job, stopping);
  if (ended) await endVideo(gateway, job, ended);
}

async function endOf(
  gateway: VideoGateway,
  keep: KeepVideo,
  job: VideoJobRow,
  stopping: AbortSignal,
): Promise<EndedVideo | undefined> {
  if (job.handle === null)
    return { event: "broke", error: LOST_MESSAGE, fileIds: [], usage: undefined, isEstimated: true };
  if (gateway.now() - job.createdAt.getTime() > DAY_MS)
    return { event: "timed out", error: TIMEOUT_MESSAGE, fileIds: [], usage: {} };
  const reach = findReach(gateway, job);
  if (!reach) return releaseForLater(gateway, job, { failures: job.failures + 1 });
  const signal = AbortSignal.any([stopping, AbortSignal.timeout(POLL_TIMEOUT_MS)]);
  const poll = await pollJob(gateway, reach, job, signal);
  if (poll === "unknown") {
    const isKnown = job.failures + 1 < MAX_REFUSALS;
    if (isKnown || stopping.aborted) return releaseForLater(gateway, job, { failures: job.failures + 1 });
    return { event: "broke", error: "The provider no longer has the job", fileIds: [], usage: {} };
  }
  if (poll === "silent") return releaseForLater(gateway, job, { failures: 0 });
  if (!("videos" in poll || "error" in poll)) {
    const status = videoStateAfter(job.status as VideoState, poll.event) ?? job.status;
    return releaseForLater(gateway, job, { status, failures: 0 });
  }
  if ("videos" in poll) return downloadVideos(gateway, keep, job, poll, reach, stopping);
  return { ...poll, fileIds: [], usage: poll.usage ?? {} };
}

type Reach = {
  maker: VideoMaker;
  provider: Provider;
  credential: string;
  baseUrl: string;
  endpoint: { upstreamModel: string };
};

/**
 * Returns the credential and address for a job; undefined while the credential with which it was started is
 * unavailable.
 */
function findReach(gateway: VideoGateway, job: VideoJobRow): Reach | undefined {
  const { provider: id, credentialId, upstreamModel } = job;
  const available = gateway.providerSets.of(job);
  const provider = available.providers.get(id);
  const systemCredentials = available.systemCredentials.get(id);
  if (!provider?.video) return undefined;
  const credential = credentialId === null ? systemCredentials?.credential : gateway.credentials.keyOf(credentialId);
  if (credential === undefined) return undefined;
  const baseUrl = systemCredentials?.baseUrl ?? addressOf(provider, gateway.environment.variables);
  return { maker: provider.video, provider, credential, baseUrl, endpoint: { upstreamModel } };
}

/** Asks the provider for the job's state; `unknown`: it rejected the request, `silent`: it did not respond. */
async function pollJob(
  gateway: VideoGateway,
  reach: Reach,
  { id, handle, polls, upstreamModel }: VideoJobRow,
  signal: AbortSignal,
): Promise<VideoStatus | "unknown" | "silent"> {
  const request: VideoPoll = {
    model: upstreamModel,
    credential: adapterCredential(reach),
    baseUrl: adapterBaseUrl(reach),
    polls,
    signal,
    fetch: transportFetch(gateway, reach, upstreamFetch(egressOf(gateway, reach.provider))),
    handle: handle as Record<string, unknown>,
  };
  try {
    return await reach.maker.poll(request);
  } catch (thrown) {
    const error = fromThrown(thrown, { credential: reach.credential, now: gateway.now() });
    if (!signal.aborted) gateway.log.warn({ error: error ?? thrown, job: id }, "checking a video failed");
    const isRefusal = error?.fault === "request" || error?.fault === "model";
    return isRefusal && !signal.aborted ? "unknown" : "silent";
  }
}

async function downloadVideos(
  gateway: VideoGateway,
  keep: KeepVideo,
  job: VideoJobRow,
  poll: Extract<VideoStatus, { event: "made" }>,
  reach: Reach,
  stopping: AbortSignal,
): Promise<EndedVideo | undefined> {
  const { usage, rawUsage } = poll;
  const charged = { usage, ...(rawUsage && { rawUsage }) };
  const fileIds = [...job.fileIds];
  const { publicEgress } = gateway;
  const { baseUrl } = reach;
  const egress = egressOf(gateway, reach.provider);
  const signal = AbortSignal.any([stopping, AbortSignal.timeout(DOWNLOAD_TIMEOUT_MS)]);
  try {
    for (const [index, source] of poll.videos.entries()) {
      if (fileIds[index] !== undefined) continue;
      const from = "url" in source ? await signedSource(gateway, reach, source) : source;
      const bytes = videoBytes(from, { baseUrl, egress, publicEgress, signal });
      const file = { workspaceId: job.workspaceId, filename: `${job.id}-${index}.mp4`, mimeType: "video/mp4", bytes };
      fileIds.push((await keep(file)).id);
      // Stored at once, so that a process that takes over does not download it again.
      await changeVideoJob(
        gateway.database.queries,
        { id: job.id, processId: gateway.processId },
        { fileIds: [...fileIds] },
      );
    }
  } catch (error) {
    const failures = job.failures + (stopping.aborted ? 0 : 1);
    if (!stopping.aborted) gateway.log.warn({ error, job: job.id }, "a video could not be downloaded");
    if (failures < MAX_DOWNLOADS) return releaseForLater(gateway, job, { failures });
    return {
      event: "broke",
      error: "The provider generated the video, but it could not be downloaded",
      fileIds,
      ...charged,
    };
  }
  return { event: "made", error: null, fileIds, ...charged };
}

/** Releases a job; the pause grows with each check, to thirty seconds at the normal interval. */
async function releaseForLater(
  gateway: VideoGateway,
  job: VideoJobRow,
  changes: { status?: string; failures: number },
): Promise<undefined> {
  const { VIDEO_POLL_MS: firstMs } = gateway.environment;
  const growth = Math.max(job.polls / 4, changes.failures);
  const pauseMs = Math.min(firstMs * 15, firstMs * 1.4 ** growth);
  const lease = { id: job.id, processId: gateway.processId };
  await rescheduleVideoJob(gateway.database.queries, lease, pauseMs, { ...changes, polls: job.polls + 1 });
}
