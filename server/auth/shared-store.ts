import { Cluster, type Command, Redis, type RedisOptions } from "ioredis";
import type { Log } from "#server/log.ts";
import type { RedisAddress } from "#server/network/redis-address.ts";

/** The Redis in which processes share their counts. */
export type SharedStore = {
  redis: Redis | Cluster;
  /** Returns since when it has not responded (Unix ms); undefined while it responds. */
  downSinceMs(): number | undefined;
  close(): void;
};

const PROBE_EVERY_MS = 1_000;

/**
 * Connects to Redis and probes it every second, so that requests do not wait for one that does not respond: `timeoutMs`
 * is the longest wait, and only until the next probe notices an outage.
 */
export function openSharedStore(address: RedisAddress, timeoutMs: number, log: Log): SharedStore {
  const redis = withTimeouts(connect(address, { maxRetriesPerRequest: 1 }), timeoutMs);
  let downSinceMs: number | undefined;
  let isOpen = true;

  function markDown(error: unknown): void {
    if (downSinceMs !== undefined || !isOpen) return;
    downSinceMs = Date.now();
    log.error({ error }, "Redis is not responding; each process counts rate limits on its own");
  }

  function markUp(): void {
    if (downSinceMs === undefined) return;
    log.warn(
      { seconds: Math.round((Date.now() - downSinceMs) / 1000) },
      "Redis responds again; rate limits are shared",
    );
    downSinceMs = undefined;
  }

  async function probe(): Promise<void> {
    try {
      await probeServers(redis);
      markUp();
    } catch (error) {
      markDown(error);
      // If the network cuts a connection, the other side never closes it.
      if (redis.status === "ready" && isOpen) redis.disconnect(true);
    }
  }

  // Without a listener an error would end the process.
  redis.on("error", (error) => markDown(error));
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

/** Makes each command fail after a time without a reply (ms). */
function withTimeouts(redis: Redis | Cluster, timeoutMs: number): Redis | Cluster {
  const send: Cluster["sendCommand"] = redis.sendCommand.bind(redis);
  redis.sendCommand = (command: Command, ...place: unknown[]) => {
    limitWait(command, timeoutMs);
    return send(command, ...(place as [undefined]));
  };
  return redis;
}

/**
 * After a pause of this process, its timers run before it reads what has arrived meanwhile. So a reply that waits is
 * read before the command fails; with its own `commandTimeout`, the client would take its own pause for an outage.
 */
function limitWait({ promise, reject }: Command, timeoutMs: number): void {
  const timer = setTimeout(() => setImmediate(() => reject(new Error("Redis did not reply in time"))), timeoutMs);
  const stop = () => clearTimeout(timer);
  promise.then(stop, stop);
}

/** Enough keys that each server of a cluster holds some of them. */
const PROBES = Array.from({ length: 16 }, (_, index) => `probe ${index}`);

/** Probes every server that holds some of the keys. Rejects if one does not respond. */
async function probeServers(redis: Redis | Cluster): Promise<void> {
  if (redis instanceof Cluster) await Promise.all(PROBES.map((key) => redis.exists(key)));
  else await redis.ping();
}

function connect(address: RedisAddress, command: RedisOptions): Redis | Cluster {
  if (address.kind === "server") return new Redis(address.url, { ...command, enableOfflineQueue: false });
  const { username, password, isEncrypted } = address;
  const access: RedisOptions = { ...command, ...(username && { username }), ...(password && { password }) };
  const tls = isEncrypted ? {} : undefined;
  if (address.kind === "cluster")
    return new Cluster(address.nodes, { enableOfflineQueue: false, redisOptions: { ...access, ...(tls && { tls }) } });
  const { sentinels, group, database, sentinelUsername, sentinelPassword } = address;
  return new Redis({
    ...access,
    enableOfflineQueue: false,
    sentinels,
    name: group,
    db: database,
    // Closes connections to a former primary as soon as the sentinels name another one.
    failoverDetector: true,
    ...(sentinelUsername && { sentinelUsername }),
    ...(sentinelPassword && { sentinelPassword }),
    ...(tls && { tls, sentinelTLS: tls, enableTLSForSentinelMode: true }),
  });
}
