import type { VideoRequest } from "#lib/contract/videos.ts";
import { changeVideoJob, insertVideoJob, removeVideoJob, rescheduleVideoJob } from "#server/data/video-jobs.ts";
import type { Body } from "#server/dialects/dialect.ts";
import { HttpError } from "#server/errors.ts";
import { spentBy } from "#server/ledger/limits/limits.ts";
import { endAttempt } from "#server/pipeline/attempts/attempt-trace.ts";
import { runAttempts } from "#server/pipeline/attempts/run-attempts.ts";
import { noticeHeader } from "#server/pipeline/budget/notice-header.ts";
import type { LedgerCall } from "#server/pipeline/budget/settle-call.ts";
import { droppedHeader } from "#server/pipeline/converted/dropped-fields.ts";
import type { IncomingCall } from "#server/pipeline/enter-call.ts";
import { promptToStore } from "#server/pipeline/guard/prompt-to-store.ts";
import type { Attempt } from "#server/pipeline/model-call.ts";
import type { PipelineGateway } from "#server/pipeline/pipeline-gateway.ts";
import { retirementHeaders } from "#server/pipeline/retirement-headers.ts";
import { enterMedia, ledgerCallOf } from "#server/pipeline/run-media.ts";
import type { StartedVideo, VideoShape } from "#server/providers/video.ts";
import type { MediaOperation } from "../media-operation.ts";
import { runMediaAttempt } from "../run-media-attempt.ts";
import { type VideoCharge, videoCharge } from "./video-charge.ts";

/** A video job that a provider has accepted. `extraFields`: routing metadata for the response. */
export type AcceptedVideo = {
  id: string;
  generationId: string;
  headers: Record<string, string>;
  extraFields: Body | undefined;
};

/** Where to send the callback when the job ends, and the gateway's public address at that time. */
type VideoCallback = { callbackUrl: string | null; origin: string };

type VideoOperation = MediaOperation<VideoRequest, StartedVideo & { shape: VideoShape }> & {
  shape(body: VideoRequest, candidate: Attempt["candidate"]): VideoShape;
};

/**
 * Starts a video at the first candidate that accepts it. Before each attempt, the job is stored as owned by this
 * process: if the process dies before the provider's response is stored, the job ends as failed and is charged, since
 * the provider may have started it. Its worst case stays reserved under a separate id until the job ends in any
 * process.
 */
export async function startVideo(
  gateway: PipelineGateway,
  operation: VideoOperation,
  call: IncomingCall,
  callback: VideoCallback,
): Promise<AcceptedVideo> {
  const entered = await enterMedia(gateway, operation, call);
  const ledgerCall = ledgerCallOf(operation, entered);
  const { id: generationId, createdAt } = ledgerCall.call;
  const { queries } = gateway.database;
  const id = `gen-vid-${createdAt}-${crypto.randomUUID().replaceAll("-", "").slice(0, 20)}`;
  const lease = { id, processId: gateway.processId };
  const leaseId = crypto.randomUUID();
  const note = async (attempt: Attempt) => {
    const shape = operation.shape(ledgerCall.call.body as VideoRequest, attempt.candidate);
    attempt.state.variant = shape.resolution;
    const charge = videoCharge(ledgerCall, attempt, shape);
    await insertVideoJob(queries, {
      ...jobOf(ledgerCall, attempt, charge),
      ...callback,
      id,
      leaseId,
      heldBy: lease.processId,
    });
  };
  // Not the caller's signal: a caller who starts a video and disconnects is charged and finds it in the list of jobs.
  const staying = new AbortController().signal;
  return whileHeld(gateway, id, async () => {
    const run = runAttempts(ledgerCall, entered.candidates, staying, async (attempt) => {
      await note(attempt);
      return runMediaAttempt(operation, ledgerCall.call, attempt);
    });
    const { result: response, attempt } = await run.catch(async (thrown: unknown) => {
      await removeVideoJob(queries, id);
      throw thrown;
    });
    endAttempt(attempt);
    if ("first" in response) throw new Error("The adapter returned a stream for a video");
    const charge = videoCharge(ledgerCall, attempt, response.result.shape);
    const isStored = await changeVideoJob(queries, lease, { handle: response.result.handle, charge });
    const uses = ledgerCall.reservation.settle(spentBy(charge.row.costNanoUsd, attempt.candidate.isByok));
    if (!isStored) throw new HttpError(503, "The gateway was too slow to store the provider's response");
    await gateway.leases.handOver(
      leaseId,
      uses.filter(({ nanoUsd }) => nanoUsd > 0),
    );
    await rescheduleVideoJob(queries, lease, gateway.environment.VIDEO_POLL_MS);
    ledgerCall.call.trace?.end(charge.row);
    gateway.health.record(attempt.candidate.endpoint.id, { atMs: gateway.now(), isSuccess: true });
    const dropped = droppedHeader(attempt.state.notes);
    const headers = {
      ...(dropped && { "x-dropped": dropped }),
      ...retirementHeaders(gateway.catalogue, attempt.candidate.endpoint),
      ...noticeHeader(ledgerCall.reservation),
    };
    return { id, generationId, headers, extraFields: ledgerCall.call.trailer(attempt) };
  });
}

/** Runs `work` while this process owns the job; afterwards any process may continue it. */
async function whileHeld<T>(
  { videosHeld, videosDue }: PipelineGateway,
  id: string,
  work: () => Promise<T>,
): Promise<T> {
  videosHeld.add(id);
  try {
    return await work();
  } finally {
    videosHeld.delete(id);
    videosDue.wake();
  }
}

function jobOf(ledgerCall: LedgerCall, { candidate }: Attempt, charge: VideoCharge) {
  const { principal, call } = ledgerCall;
  return {
    organizationId: principal.organizationId,
    workspaceId: principal.workspaceId,
    keyHash: principal.key?.hash ?? null,
    userId: principal.userId,
    generationId: call.id,
    status: "pending",
    model: candidate.endpoint.model,
    provider: candidate.provider.id,
    upstreamModel: candidate.endpoint.upstreamModel,
    credentialId: candidate.own?.id ?? null,
    isByok: candidate.isByok,
    shape: charge.shape,
    prompt: promptToStore(ledgerCall),
    charge,
    createdAt: new Date(charge.row.createdAt),
  };
}
