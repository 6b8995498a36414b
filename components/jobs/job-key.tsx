import type { VideoEntry } from "./use-jobs.ts";

/** The key that started a job, by name unless it was deleted. */
export function JobKey({ job }: { job: Pick<VideoEntry, "api_key_hash" | "api_key_name"> }) {
  const { api_key_hash: hash, api_key_name: name } = job;
  if (hash === null) return <span className="text-muted">–</span>;
  return <span title={hash}>{name ?? `${hash.slice(0, 8)}…`}</span>;
}
