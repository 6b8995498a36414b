export const VIDEO_STATES = ["pending", "in_progress", "completed", "failed", "cancelled", "expired"] as const;
export type VideoState = (typeof VIDEO_STATES)[number];

/** An event that changes a job's status. */
export type VideoEvent =
  /** The provider has queued it, or works on it. */
  | "queued"
  | "working"
  /** The provider has finished it, and the gateway has stored it. */
  | "made"
  /**
   * The provider failed, its video could not be downloaded, or the gateway stopped before it had stored the provider's
   * job.
   */
  | "broke"
  /** The provider reports that somebody canceled it there. */
  | "stopped"
  /** The provider no longer knows it, or there was no result within a day. */
  | "timed out";

/**
 * Every transition of a video job. `POST /videos` makes it `pending`; after that only the process that holds the job's
 * lease changes it, on the provider's status or on a timeout. A finished job no longer changes.
 */
const MOVES: Record<VideoState, Partial<Record<VideoEvent, VideoState>>> = {
  pending: {
    queued: "pending",
    working: "in_progress",
    made: "completed",
    broke: "failed",
    stopped: "cancelled",
    "timed out": "expired",
  },
  in_progress: {
    // Some providers put a job back into their queue; for the caller it is still in progress.
    queued: "in_progress",
    working: "in_progress",
    made: "completed",
    broke: "failed",
    stopped: "cancelled",
    "timed out": "expired",
  },
  completed: {},
  failed: {},
  cancelled: {},
  expired: {},
};

/** Returns the state after an event; undefined if the job has ended. */
export function videoStateAfter(state: VideoState, event: VideoEvent): VideoState | undefined {
  return MOVES[state][event];
}

/** Returns whether the job has ended. */
export function isOver(state: VideoState): boolean {
  return Object.keys(MOVES[state]).length === 0;
}

/** The same for a status of any name: a job with an unknown one may still change. */
export function isSettled(status: string): boolean {
  const known = VIDEO_STATES.find((state) => state === status);
  return known !== undefined && isOver(known);
}
