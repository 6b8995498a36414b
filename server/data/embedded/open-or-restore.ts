import { join } from "node:path";
import { findFolderDamage, holdsDatabase } from "./folder-damage.ts";
import { setDatabaseAside, unpackDatabase } from "./restore.ts";
import { listSnapshots } from "./snapshots.ts";

/** How a damaged database was replaced at this start. */
export type Restored = {
  /** The database's folder, and its damage in words. */
  folder: string;
  damage: string;
  /** Where the damaged one is kept; undefined if nothing was left of it. */
  keptIn: string | undefined;
  snapshot: string;
  /** When the snapshot's data was current (Unix ms). */
  at: number;
};

/** An open database, or its damage in words. */
export type Opened<Connection> = { connection: Connection } | { damage: string };

/**
 * Opens the embedded database of a data folder. If it is damaged, restores the newest snapshot that can be opened.
 * If there is none, throws an error with instructions for the operator.
 */
export async function openOrRestore<Connection>(
  dataFolder: string,
  open: () => Promise<Opened<Connection>>,
): Promise<{ connection: Connection; restored?: Restored }> {
  const folder = join(dataFolder, "postgres");
  const snapshots = listSnapshots(dataFolder);
  const first = await checkAndOpen(folder, snapshots.length > 0, open);
  if ("connection" in first) return first;
  const { keptIn, putBack } = setDatabaseAside(dataFolder, Date.now());
  const failures: string[] = [];
  for (const { file, at } of snapshots) {
    const result = await openSnapshot(dataFolder, file, open);
    if ("connection" in result)
      return { ...result, restored: { folder, damage: first.damage, keptIn, snapshot: file, at } };
    failures.push(result.damage);
  }
  putBack();
  throw new Error(recoveryAdvice(folder, first.damage, failures));
}

async function openSnapshot<Connection>(
  dataFolder: string,
  file: string,
  open: () => Promise<Opened<Connection>>,
): Promise<Opened<Connection>> {
  try {
    await unpackDatabase(dataFolder, file);
  } catch (error) {
    return { damage: (error as Error).message };
  }
  const result = await checkAndOpen(join(dataFolder, "postgres"), true, open);
  return "connection" in result ? result : { damage: `${file}: ${result.damage}.` };
}

async function checkAndOpen<Connection>(
  folder: string,
  isExpected: boolean,
  open: () => Promise<Opened<Connection>>,
): Promise<Opened<Connection>> {
  if (holdsDatabase(folder)) {
    const damage = findFolderDamage(folder);
    if (damage) return { damage };
  } else if (isExpected) return { damage: "it is missing or empty, but there are snapshots of it" };
  return open();
}

function recoveryAdvice(folder: string, damage: string, failures: readonly string[]): string {
  const snapshots =
    failures.length === 0 ? ["There is no snapshot of it."] : ["No snapshot of it could be restored:", ...failures];
  return [
    `The embedded database in ${folder} is damaged: ${damage}.`,
    ...snapshots,
    "Restore a backup with `npm run backup -- restore <file>`. To start with an empty database, move the folder away.",
  ].join("\n");
}
