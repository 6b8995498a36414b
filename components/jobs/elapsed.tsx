"use client";

import { useNow } from "#components/ui/hooks/use-now.ts";
import type { VideoEntry } from "./use-jobs.ts";

/** A job's duration so far or in total. */
export function Elapsed({ job }: { job: Pick<VideoEntry, "created_at" | "completed_at"> }) {
  const now = useNow();
  const endMs = job.completed_at ? Date.parse(job.completed_at) : now;
  if (endMs === undefined) return null;
  return <span className="tabular-nums">{durationText(Math.max(0, endMs - Date.parse(job.created_at)))}</span>;
}

function durationText(ms: number): string {
  const seconds = Math.round(ms / 1000);
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min ${seconds % 60} s`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
