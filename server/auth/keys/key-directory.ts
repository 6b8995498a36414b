import type { KeyRecord } from "#server/caller/principal.ts";
import { type LoadedKey, loadKeys, touchKeys } from "#server/data/api-keys.ts";
import type { Queries } from "#server/data/database.ts";
import { loadNow } from "#server/data/recall.ts";

/** Every key in memory, so that no request needs a query to find its key. */
export type KeyDirectory = {
  /** Returns a key by its hash, or an agent's key by the hash of a short-lived one, whose end it then has. */
  find(hash: string): KeyRecord | undefined;
  /**
   * Queries the database for a key that another process may have just created; misses are remembered for two seconds.
   */
  lookup(hash: string): Promise<KeyRecord | undefined>;
  /** Records that the key was used now. */
  used(hash: string): void;
  /** Reads one key again after a change, or all of them. */
  refresh(hash?: string): Promise<void>;
  /** Writes the times of last use to the database. */
  flush(): Promise<void>;
};

const MISS_MS = 2_000;
const MAX_MISSES = 10_000;

export async function createKeyDirectory(queries: Queries, now: () => number, recall = loadNow): Promise<KeyDirectory> {
  let keys = new Map<string, Entry>();
  /** The keys of agents by the hash of each short-lived one. */
  let agentKeys = new Map<string, KeyRecord>();
  const misses = new Map<string, number>();
  let lastUsed = new Map<string, number>();
  let readings = 0;
  let lastFull = 0;
  /** For each key, the read that its record comes from, if it is later than the last full one. */
  const lastOf = new Map<string, number>();

  function takeAll(reading: number, rows: readonly LoadedKey[]): void {
    if (reading < lastFull) return;
    lastFull = reading;
    const fresh = new Map(rows.map((row) => [row.key.hash, toEntry(row)]));
    for (const [hash, at] of lastOf) {
      const known = keys.get(hash);
      if (at < reading) lastOf.delete(hash);
      else if (known) fresh.set(hash, known);
      else fresh.delete(hash);
    }
    keys = fresh;
    agentKeys = new Map([...fresh.values()].flatMap((entry) => entry.agentKeys ?? []));
  }

  function takeOne(reading: number, hash: string, row: LoadedKey | undefined): void {
    if (reading < Math.max(lastFull, lastOf.get(hash) ?? 0)) return;
    if (row || keys.has(hash)) lastOf.set(hash, reading);
    for (const [digest] of keys.get(hash)?.agentKeys ?? []) agentKeys.delete(digest);
    if (!row) return void keys.delete(hash);
    const entry = toEntry(row);
    keys.set(hash, entry);
    for (const [digest, record] of entry.agentKeys ?? []) agentKeys.set(digest, record);
  }

  const directory: KeyDirectory = {
    find: (hash) => keys.get(hash)?.record ?? agentKeys.get(hash),
    async lookup(hash) {
      if ((misses.get(hash) ?? 0) > now()) return undefined;
      await directory.refresh(hash);
      if (misses.size >= MAX_MISSES) misses.clear();
      const found = directory.find(hash);
      if (!found) misses.set(hash, now() + MISS_MS);
      return found;
    },
    used: (hash) => void lastUsed.set(hash, now()),
    async refresh(hash) {
      // Reads may finish in another order than they started; an older one must not overwrite a newer one.
      const reading = ++readings;
      const rows = await (hash ? loadKeys(queries, hash) : recall("keys", () => loadKeys(queries)));
      if (hash) takeOne(reading, rows[0]?.key.hash ?? hash, rows[0]);
      else takeAll(reading, rows);
    },
    async flush() {
      const seen = lastUsed;
      lastUsed = new Map();
      if (seen.size > 0) await touchKeys(queries, seen);
    },
  };
  await directory.refresh();
  return directory;
}

type Entry = { record: KeyRecord; agentKeys?: [digest: string, KeyRecord][] };

function toEntry(row: LoadedKey): Entry {
  const record = toRecord(row);
  // The last known state of an earlier version has none.
  if (!row.agentKeys) return { record };
  const endOf = (endsAtMs: number) => Math.min(endsAtMs, record.expiresAtMs ?? endsAtMs);
  return {
    record,
    agentKeys: row.agentKeys.map(({ hash, endsAtMs }) => [hash, { ...record, expiresAtMs: endOf(endsAtMs) }]),
  };
}

function toRecord({ key, organizationId, guardrailId, hasInactiveCreator }: LoadedKey): KeyRecord {
  return {
    id: key.id,
    hash: key.hash,
    name: key.name,
    label: key.label,
    kind: key.kind as KeyRecord["kind"],
    workspaceId: key.workspaceId,
    organizationId,
    creatorUserId: key.creatorUserId,
    externalUser: key.externalUser,
    tags: key.tags,
    // Absent in a state that an earlier version saved.
    cacheTtlSeconds: key.cacheTtlSeconds ?? null,
    disabled: key.disabled,
    // Absent in a state that an earlier version saved.
    hasInactiveCreator: hasInactiveCreator ?? false,
    // A state that an earlier version saved does not have it.
    leakState: (key.leakState ?? null) as KeyRecord["leakState"],
    expiresAtMs: key.expiresAt?.getTime() ?? null,
    stableId: key.stableId,
    limitNanoUsd: key.limitNanoUsd,
    limitReset: key.limitReset as KeyRecord["limitReset"],
    includeByokInLimit: key.includeByokInLimit,
    guardrailId,
    allowedTools: key.allowedTools,
    scopes: key.scopes,
    rotatedTo: key.rotatedTo,
  };
}
