import { startAlertJobs } from "./alerts/alert-jobs.ts";
import { startPriceCheck } from "./check-prices.ts";
import { startDestinationJobs } from "./destinations/destination-jobs.ts";
import { startCanaryJob } from "./roll-back-canaries.ts";
import type { Job } from "./run-every.ts";

type Parts = Parameters<typeof startDestinationJobs>[0] &
  Parameters<typeof startAlertJobs>[0] &
  Parameters<typeof startCanaryJob>[0] &
  Parameters<typeof startPriceCheck>[0];

/** Starts the jobs for what workspaces and administrators have set up. Returns functions that stop them. */
export function startWorkspaceJobs(parts: Parts): (Job | (() => unknown))[] {
  return [...startDestinationJobs(parts), ...startAlertJobs(parts), startCanaryJob(parts), startPriceCheck(parts)];
}
