import { Redis } from "ioredis";
import type { Log } from "#server/log.ts";

/** The Redis in which processes share their counts. */
export type SharedStore = {
  redis: Redis;
  /** Since when it has not responded (Unix ms); undefined while it does. */
  downSinceMs(): number | undefined;
  close(): void;
};

const PROBE_EVERY_MS = 1_000;
/** Longest wait for a response. Requests wait for this only until the next probe has noticed that none comes. */
const PATIENCE_MS = 500;

/** Connects to Redis and probes it every second, so that requests do not wait for one that does not respond. */
export function openSharedStore(url: string, log: Log): SharedStore {
  const redis = new Redis(url, { enableOfflineQueue: false, maxRetriesPerRequest: 1, commandTimeout: PATIENCE_MS });
  let downSinceMs: number | undefined;
  let isOpen = true;

  function turnDown(error: unknown): void {
    if (downSinceMs !== undefined || !isOpen) return;
    downSinceMs = Date.now();
    log.error({ error }, "Redis is not responding; each process counts rate limits on its own");
  }

  function turnUp(): void {
    if (downSinceMs === undefined) return;
    log.warn(
      { seconds: Math.round((Date.now() - downSinceMs) / 1000) },
      "Redis responds again; rate limits are shared",
    );
    downSinceMs = undefined;
  }

  async function probe(): Promise<void> {
    try {
      await redis.ping();
      turnUp();
    } catch (error) {
      turnDown(error);
      // A connection that was cut on the way is never closed by the other side.
      if (redis.status === "ready" && isOpen) redis.disconnect(true);
    }
  }

  // Without a listener an error would end the process.
  redis.on("error", (error) => turnDown(error));
  redis.on("ready", () => void probe());
  const timer = setInterval(() => void probe(), PROBE_EVERY_MS).unref();
  return {
    redis,
    downSinceMs: () => downSinceMs,
    close() {
      isOpen = false;
      clearInterval(timer);
      redis.disconnect();
    },
  };
}
