import { HttpError } from "#server/errors.ts";

/** How many bytes of request bodies this process keeps in memory: one number for all requests, with a limit. */
export type BodyMemory = {
  /** Starts to count what one request keeps. */
  open(): HeldBytes;
  /** Bytes that all open requests keep. */
  heldBytes(): number;
};

export type HeldBytes = {
  /** Counts bytes as they arrive. False: the process keeps too many, and these are not counted. */
  add(sizeBytes: number): boolean;
  /** Gives all of them back, once the request is over. */
  release(): void;
};

export function createBodyMemory(maxBytes: number): BodyMemory {
  let sum = 0;
  return {
    open() {
      let held = 0;
      return {
        add(sizeBytes) {
          if (sum + sizeBytes > maxBytes) return false;
          sum += sizeBytes;
          held += sizeBytes;
          return true;
        },
        release() {
          sum -= held;
          held = 0;
        },
      };
    },
    heldBytes: () => sum,
  };
}

/** Returns the 503 for a request whose body does not fit beside those of the others. */
export function bodiesFull(): HttpError {
  return new HttpError(503, "Too many large requests are in progress; try again shortly", {
    headers: { "retry-after": "1" },
  });
}
