import { createHash } from "node:crypto";
import { closeSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import { deserialize, serialize } from "node:v8";
import { gunzipSync, gzipSync } from "node:zlib";
import type { Saved } from "#server/data/recall.ts";
import type { Log } from "#server/log.ts";
import { serverAddresses } from "#server/network/server-addresses.ts";
import type { Vault } from "#server/security/vault.ts";

/** The state from which a process serves if it starts without its database. */
export type LastKnownState = { savedAtMs: number; parts: Saved };

export type StateFile = {
  /** DATA_DIR. */
  folder: string;
  databaseUrl: string;
  vault: Vault;
};

const NAME = "last-known-state";
const HOUR_MS = 3_600_000;

/** Seals the state and replaces the file in one step. */
export function saveState({ folder, databaseUrl, vault }: StateFile, state: LastKnownState): void {
  const bytes = gzipSync(serialize({ revision: revision(), ...state }), { level: 1 });
  const file = join(folder, NAME);
  const draft = `${file}.${process.pid}`;
  try {
    const descriptor = openSync(draft, "w", 0o600);
    try {
      writeSync(descriptor, vault.seal(bytes.toString("base64"), nameOf(databaseUrl)));
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
    renameSync(draft, file);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}

/**
 * Opens the saved state of this database. Logs why and returns undefined if there is none, it was changed, it is older
 * than allowed or another version saved it.
 */
export function readState(file: StateFile, maxHours: number, nowMs: number, log: Log): LastKnownState | undefined {
  const sealed = readText(join(file.folder, NAME));
  const reportUnusable = (reason: string) => void log.error({ reason }, "there is no last known state to start from");
  if (sealed === undefined) return reportUnusable("DATA_DIR has none");
  const content = file.vault.open(sealed, nameOf(file.databaseUrl));
  if (content === undefined)
    return reportUnusable("it was changed, or sealed for another database or with another secret");
  const { revision: savedRevision, savedAtMs, parts } = deserialize(gunzipSync(Buffer.from(content, "base64")));
  if (savedRevision !== revision()) return reportUnusable("another version of Switchboard saved it");
  if (nowMs - savedAtMs > maxHours * HOUR_MS) return reportUnusable("it is older than LAST_KNOWN_STATE_MAX_HOURS");
  return { savedAtMs, parts };
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

/** Names the database without the user and password of its address, which may change. */
function nameOf(databaseUrl: string): string {
  const urls = serverAddresses(databaseUrl).map((address) => new URL(address));
  const name = urls.map(({ host }) => host).join() + (urls[0]?.pathname ?? "");
  return createHash("sha256").update(name).digest("hex");
}

let currentRevision: string | undefined;

/** Increase it when the saved rows change without a migration, such as by a renamed field. */
const FORMAT = 2;

/** Identifies the fields of the saved rows. */
function revision(): string {
  const journal = join(/*turbopackIgnore: true*/ process.cwd(), "server/data/migrations/meta/_journal.json");
  currentRevision ??= createHash("sha256").update(`${FORMAT} `).update(readFileSync(journal)).digest("hex");
  return currentRevision;
}
