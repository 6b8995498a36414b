import {
  claimVideoJobs,
  keepVideoJobs,
  leaveVideoJob,
  nextVideoJob,
  type VideoJobRow,
} from "#server/data/video-jobs.ts";
import { every, type Job } from "../every.ts";
import { whenDue } from "../when-due.ts";
import { type KeepVideo, lookAfter } from "./look-after.ts";
import type { VideoGateway } from "./video-gateway.ts";

/** Jobs that one process looks after at once. */
const AT_ONCE = 8;
/** Well within the time after which a silent process is taken for dead. */
const KEEP_MS = 10_000;
/** The most time between two searches for jobs that are due. */
const SEARCH_MS = 15_000;

/**
 * Starts what looks after video jobs. Each is held by one process at a time, by a lease in the database; those of a
 * process that has died are taken over. Answers what stops it all.
 */
export function startVideoJobs(gateway: VideoGateway, keepVideo: KeepVideo): (Job | (() => Promise<void>))[] {
  const running = new Map<string, Promise<void>>();
  const stopping = new AbortController();
  const { queries, pool } = gateway.database;
  const look = async (job: VideoJobRow) => {
    try {
      await lookAfter(gateway, keepVideo, job, stopping.signal);
    } catch (error) {
      gateway.log.error({ error, job: job.id }, "a video job could not be looked after");
      const held = { id: job.id, processId: gateway.processId };
      await leaveVideoJob(queries, held, KEEP_MS).catch(() => undefined);
    }
  };
  const ended = (id: string) => {
    running.delete(id);
    gateway.videosHeld.delete(id);
    gateway.videosDue.ring();
  };
  const search = async () => {
    const room = AT_ONCE - running.size;
    // Whichever is done first rings.
    if (room <= 0 || stopping.signal.aborted) return undefined;
    const claimed = await claimVideoJobs({ pool, queries }, gateway.processId, room);
    for (const job of claimed) {
      gateway.videosHeld.add(job.id);
      running.set(
        job.id,
        look(job).finally(() => ended(job.id)),
      );
    }
    return claimed.length === room ? undefined : nextVideoJob(pool, gateway.processId);
  };
  const keep = async () => {
    if (gateway.videosHeld.size > 0) await keepVideoJobs(queries, gateway.processId, [...gateway.videosHeld]);
  };
  return [
    whenDue(search, { name: "look after videos", wakeup: gateway.videosDue, log: gateway.log, mostMs: SEARCH_MS }),
    every(KEEP_MS, "keep videos held", keep, gateway.log),
    async () => {
      stopping.abort();
      await Promise.all(running.values());
    },
  ];
}
