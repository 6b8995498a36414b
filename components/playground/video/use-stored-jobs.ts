"use client";

import { useMemo } from "react";
import { useShell } from "#components/shell/shell-context.tsx";
import { useStored, writeStored } from "#components/ui/hooks/use-stored.ts";
import { readStoredJobs, type StoredJob, withJob } from "./stored-jobs.ts";

/** The videos this user has started in this workspace, newest first; they survive a reload. */
export function useStoredJobs() {
  const { currentWorkspace, user } = useShell();
  const key = `switchboard.playground.video.jobs.${currentWorkspace.id}.${user.email}`;
  const [text] = useStored(key);
  return useMemo(() => {
    const jobs = readStoredJobs(text);
    const change = (next: (jobs: readonly StoredJob[]) => readonly StoredJob[]) =>
      writeStored(localStorage, key, JSON.stringify(next(readStoredJobs(localStorage.getItem(key)))));
    return {
      jobs,
      add: (job: StoredJob) => change((kept) => withJob(kept, job)),
      remove: (id: string) => change((kept) => kept.filter((job) => job.id !== id)),
    };
  }, [text, key]);
}
