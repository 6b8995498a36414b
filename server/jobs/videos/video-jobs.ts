import {
  claimVideoJobs,
  keepVideoJobs,
  nextVideoJob,
  rescheduleVideoJob,
  type VideoJobRow,
} from "#server/data/video-jobs.ts";
import { type Job, runEvery } from "../run-every.ts";
import { runWhenDue } from "../run-when-due.ts";
import { checkVideo, type KeepVideo } from "./check-video.ts";
import type { VideoGateway } from "./video-gateway.ts";

/** Number of jobs that one process handles at once. */
const AT_ONCE = 8;
/** Well below the time after which a silent process counts as dead. */
const KEEP_MS = 10_000;
/** Longest time between two searches for due jobs. */
const SEARCH_MS = 15_000;

/**
 * Starts the handling of video jobs. Each job is held by one process at a time, through a lease in the database; jobs
 * of a dead process are taken over. Returns functions that stop it.
 */
export function startVideoJobs(gateway: VideoGateway, keepVideo: KeepVideo): (Job | (() => Promise<void>))[] {
  const running = new Map<string, Promise<void>>();
  const stopping = new AbortController();
  const { queries, pool } = gateway.database;
  const check = async (job: VideoJobRow) => {
    try {
      await checkVideo(gateway, keepVideo, job, stopping.signal);
    } catch (error) {
      gateway.log.error({ error, job: job.id }, "a video job failed");
      const lease = { id: job.id, processId: gateway.processId };
      await rescheduleVideoJob(queries, lease, KEEP_MS).catch(() => undefined);
    }
  };
  const ended = (id: string) => {
    running.delete(id);
    gateway.videosHeld.delete(id);
    gateway.videosDue.wake();
  };
  const search = async () => {
    const room = AT_ONCE - running.size;
    // The first one to finish wakes the job.
    if (room <= 0 || stopping.signal.aborted) return undefined;
    const claimed = await claimVideoJobs({ pool, queries }, gateway.processId, room);
    for (const job of claimed) {
      gateway.videosHeld.add(job.id);
      running.set(
        job.id,
        check(job).finally(() => ended(job.id)),
      );
    }
    return claimed.length === room ? undefined : nextVideoJob(pool, gateway.processId);
  };
  const keep = async () => {
    if (gateway.videosHeld.size > 0) await keepVideoJobs(queries, gateway.processId, [...gateway.videosHeld]);
  };
  return [
    runWhenDue(search, {
      name: "process video jobs",
      wakeup: gateway.videosDue,
      log: gateway.log,
      maxSleepMs: SEARCH_MS,
    }),
    runEvery(KEEP_MS, "renew video job leases", keep, gateway.log),
    async () => {
      stopping.abort();
      await Promise.all(running.values());
    },
  ];
}
