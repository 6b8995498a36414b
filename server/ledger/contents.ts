import { setTimeout as sleep, setImmediate as turn } from "node:timers/promises";
import type { ContentRow, StoredContentRow } from "#server/data/generation-contents.ts";
import type { Environment } from "#server/env.ts";
import type { Log } from "#server/log.ts";
import type { ContentSeals } from "./content-seals.ts";

/** Queues request contents for the database. */
export type Contents = {
  /**
   * Queues a call's content as a function that serializes it later, so that the caller does not wait. `sizeBytes`:
   * about how much memory it holds until then.
   */
  record(sizeBytes: number, make: () => ContentRow): void;
  /** Resolves when everything queued so far is in the database or was discarded. */
  flush(): Promise<void>;
  /** Returns a stored content's texts; undefined if no known secret opens it or it belongs to another row. */
  open(row: StoredContentRow): ContentRow | undefined;
};

export type ContentsOptions = { write(rowsJson: string): Promise<void>; seals: ContentSeals; log: Log };

const GROUP_MS = 200;
const GROUP_BYTES = 4 * 1024 * 1024;
const MOST_BYTES = 256 * 1024 * 1024;
const TRIES = 3;
const RETRY_MS = 500;

/**
 * Creates the queue, which writes contents in groups. Contents are not billing data: if the database is down or too
 * slow, they are discarded and logged, and the journal does not keep them.
 */
export function createContents({ write, seals, log }: ContentsOptions): Contents {
  let waiting: { sizeBytes: number; make: () => ContentRow }[] = [];
  let heldBytes = 0;
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();

  function writeWaiting(): void {
    clearTimeout(timer);
    timer = undefined;
    const taken = waiting;
    waiting = [];
    if (taken.length > 0) writing = writing.then(() => writeAll(taken));
  }

  async function writeAll(taken: typeof waiting): Promise<void> {
    let rows: string[] = [];
    let bytes = 0;
    for (const { sizeBytes, make } of taken) {
      const row = written(make);
      heldBytes -= sizeBytes;
      if (row) rows.push(row);
      bytes += row?.length ?? 0;
      if (bytes >= GROUP_BYTES) {
        await writeGroup(rows);
        rows = [];
        bytes = 0;
      }
      // Serializing and sealing a large request takes milliseconds.
      await turn();
    }
    if (rows.length > 0) await writeGroup(rows);
  }

  function written(make: () => ContentRow): string | undefined {
    try {
      return JSON.stringify(toColumns(seals.seal(make())));
    } catch (error) {
      log.error({ error }, "a request's content could not be serialized");
      return undefined;
    }
  }

  async function writeGroup(rows: readonly string[]): Promise<void> {
    for (let tried = 1; ; tried += 1) {
      try {
        return await write(`[${rows.join(",")}]`);
      } catch (error) {
        if (tried === TRIES)
          return log.error({ error, calls: rows.length }, "contents of requests could not be stored");
        await sleep(RETRY_MS);
      }
    }
  }

  return {
    record(sizeBytes, make) {
      if (heldBytes + sizeBytes > MOST_BYTES)
        return log.warn({}, "a request's content is not stored: too many are waiting");
      heldBytes += sizeBytes;
      waiting.push({ sizeBytes, make });
      timer ??= setTimeout(writeWaiting, GROUP_MS);
    },
    async flush() {
      writeWaiting();
      await writing;
    },
    open: seals.open,
  };
}

/** Returns the days to keep contents. A content never outlives its ledger row. */
export function contentDays({
  CONTENT_RETENTION_DAYS,
  GENERATION_RETENTION_DAYS,
}: Pick<Environment, "CONTENT_RETENTION_DAYS" | "GENERATION_RETENTION_DAYS">): number {
  return Math.min(CONTENT_RETENTION_DAYS, GENERATION_RETENTION_DAYS ?? CONTENT_RETENTION_DAYS);
}

function toColumns(row: StoredContentRow) {
  return {
    id: row.id,
    created_at: row.createdAt,
    organization_id: row.organizationId,
    workspace_id: row.workspaceId,
    key_hash: row.keyHash,
    user_id: row.userId,
    dialect: row.dialect,
    sealed: row.sealed && `\\x${row.sealed.toString("hex")}`,
    size_bytes: row.sizeBytes,
  };
}
