"use client";

import { JobCard } from "./job-card.tsx";
import type { StoredJob } from "./stored-jobs.ts";

type JobCardsProps = {
  jobs: readonly StoredJob[];
  /** Starts the same request again. */
  onRetry: (job: StoredJob) => void;
  /** Copies a job's parameters into the form. */
  onTake: (job: StoredJob) => void;
  onRemove: (id: string) => void;
};

/** The videos started here, newest first. */
export function JobCards({ jobs, onRetry, onTake, onRemove }: JobCardsProps) {
  return (
    <ol aria-label="Videos started here" className="flex flex-col">
      {jobs.map((job) => (
        <li key={job.id} className="border-t py-4 first:border-t-0 first:pt-0 last:pb-0">
          <JobCard
            kept={job}
            onRetry={() => onRetry(job)}
            onTake={() => onTake(job)}
            onRemove={() => onRemove(job.id)}
          />
        </li>
      ))}
    </ol>
  );
}
