export const VIDEO_STATES = ["pending", "in_progress", "completed", "failed", "cancelled", "expired"] as const;
export type VideoState = (typeof VIDEO_STATES)[number];

/** What became known of a job. */
export type VideoEvent =
  /** The provider waits, or works on it. */
  | "queued"
  | "working"
  /** The provider has made it, and its bytes are kept here. */
  | "made"
  /** The provider gave up, or what it made cannot be had; or the gateway died before it knew the provider's job. */
  | "broke"
  /** The provider says that somebody with its account cancelled it. */
  | "stopped"
  /** The provider has forgotten it; or it gave no result within a day, which the gateway notices. */
  | "timed out";

/**
 * Every move of a video job. `POST /videos` makes it `pending`; after that only the process that holds the job's lease
 * moves it, by what the provider tells or by the clock. A job that is over stays as it is.
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
    // Some providers put a job back into their queue; for the caller it goes on.
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

/** Where an event takes a job; undefined when it is over. */
export function videoStateAfter(state: VideoState, event: VideoEvent): VideoState | undefined {
  return MOVES[state][event];
}

/** Nothing moves such a job any more. */
export function isOver(state: VideoState): boolean {
  return Object.keys(MOVES[state]).length === 0;
}

/** The same of a state by any name: one that is not known here may still change. */
export function isSettled(status: string): boolean {
  const known = VIDEO_STATES.find((state) => state === status);
  return known !== undefined && isOver(known);
}
