import { type Json, numberOf, recordOf, recordsOf, textOf } from "../read-json.ts";
import type { Routing } from "../result/routing.ts";

/** A job that was begun here, with what asked for it: the API tells neither. */
export type StoredJob = {
  id: string;
  begunAtMs: number;
  /** The body without the bytes of its pictures. */
  body: Json;
  /** Pictures that are not in the body any more. */
  picturesLeftOut: number;
  routing?: Routing;
};

const MOST_KEPT = 12;

/** Reads what this browser has kept; what is no job is passed over. */
export function readStoredJobs(text: string | null): readonly StoredJob[] {
  try {
    return recordsOf(JSON.parse(text ?? "[]")).flatMap(jobOf);
  } catch {
    return [];
  }
}

/** The list with a new job in front; the oldest go, which the jobs page still has. */
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
