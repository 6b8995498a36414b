import type { Catalogue } from "#server/catalogue/catalogue.ts";
import type { Snapshot } from "#server/catalogue/model.ts";
import type { Log } from "#server/log.ts";
import { type Job, runEvery } from "./run-every.ts";

const LOOK_MS = 60_000;

/** `servedOn`: returns the part of the snapshot that is served on a day (YYYY-MM-DD, UTC). */
type Parts = {
  catalogue: Pick<Catalogue, "replaceSnapshot">;
  servedOn(day: string): Snapshot;
  log: Log;
  now(): number;
};

/** Removes models and their endpoints from the catalogue on the day on which they retire, without a restart. */
export function retireModels(parts: Parts, everyMs = LOOK_MS): Job {
  const { catalogue, servedOn, log, now } = parts;
  let day = dayOf(now());
  const look = async () => {
    const today = dayOf(now());
    if (today === day) return;
    catalogue.replaceSnapshot(servedOn(today));
    day = today;
  };
  return runEvery(everyMs, "remove retired models", look, log);
}

/** Returns the UTC day of a time (Unix ms), as YYYY-MM-DD. */
export function dayOf(atMs: number): string {
  return new Date(atMs).toISOString().slice(0, 10);
}
