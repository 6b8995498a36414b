import { HttpError } from "#server/errors.ts";

/** Tracks the bytes of request bodies that this process holds in memory, with one limit for all requests. */
export type BodyMemory = {
  /** Starts counting for one request. */
  open(): RequestBytes;
  /** Returns the bytes held by all open requests. */
  heldBytes(): number;
};

export type RequestBytes = {
  /** Counts bytes as they arrive. Returns false, without counting them, if they would exceed the limit. */
  add(sizeBytes: number): boolean;
  /** Releases all bytes of a finished request. */
  release(): void;
};

export function createBodyMemory(maxBytes: number): BodyMemory {
  let sum = 0;
  return {
    open() {
      let heldBytes = 0;
      return {
        add(sizeBytes) {
          if (sum + sizeBytes > maxBytes) return false;
          sum += sizeBytes;
          heldBytes += sizeBytes;
          return true;
        },
        release() {
          sum -= heldBytes;
          heldBytes = 0;
        },
      };
    },
    heldBytes: () => sum,
  };
}

/** Returns the 503 for a request whose body exceeds the memory left by other requests. */
export function bodiesFull(): HttpError {
  return new HttpError(503, "Too many large requests are in progress; try again shortly", {
    headers: { "retry-after": "1" },
  });
}
