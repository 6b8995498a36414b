"use client";

import { useMemo } from "react";
import { useShell } from "#components/shell/shell-context.tsx";
import { useStored, writeStored } from "../use-stored.ts";
import { type KeptJob, readKeptJobs, withJob } from "./kept-jobs.ts";

/** The videos that this person has begun here in this workspace, the newest first; a reload keeps them. */
export function useKeptJobs() {
  const { currentWorkspace, user } = useShell();
  const key = `switchboard.playground.video.jobs.${currentWorkspace.id}.${user.email}`;
  const [text] = useStored(key);
  return useMemo(() => {
    const jobs = readKeptJobs(text);
    const change = (next: (jobs: readonly KeptJob[]) => readonly KeptJob[]) =>
      writeStored(localStorage, key, JSON.stringify(next(readKeptJobs(localStorage.getItem(key)))));
    return {
      jobs,
      add: (job: KeptJob) => change((kept) => withJob(kept, job)),
      remove: (id: string) => change((kept) => kept.filter((job) => job.id !== id)),
    };
  }, [text, key]);
}
