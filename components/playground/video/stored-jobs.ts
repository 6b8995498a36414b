import { type Json, numberOf, recordOf, recordsOf, textOf } from "../read-json.ts";
import type { Routing } from "../result/routing.ts";

/** A job started here, with its request, which the API does not return. */
export type StoredJob = {
  id: string;
  begunAtMs: number;
  /** The body without the bytes of its images. */
  body: Json;
  /** Number of images removed from the body. */
  picturesLeftOut: number;
  routing?: Routing;
};

const MOST_KEPT = 12;

/** Reads the jobs stored in this browser; invalid entries are skipped. */
export function readStoredJobs(text: string | null): readonly StoredJob[] {
  try {
    return recordsOf(JSON.parse(text ?? "[]")).flatMap(jobOf);
  } catch {
    return [];
  }
}

/** Adds a job to the front; the oldest are dropped here but remain on the jobs page. */
export function withJob(jobs: readonly StoredJob[], job: StoredJob): readonly StoredJob[] {
  return [job, ...jobs.filter(({ id }) => id !== job.id)].slice(0, MOST_KEPT);
}

function jobOf(kept: Json): StoredJob[] {
  const id = textOf(kept.id);
  if (id === "") return [];
  const routing = recordOf(kept.routing);
  return [
    {
      id,
      begunAtMs: numberOf(kept.begunAtMs) ?? 0,
      body: recordOf(kept.body),
      picturesLeftOut: numberOf(kept.picturesLeftOut) ?? 0,
      ...(Array.isArray(routing.attempts) &&
        Array.isArray(routing.notes) && { routing: routing as unknown as Routing }),
    },
  ];
}
