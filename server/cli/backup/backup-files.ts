import { existsSync, readdirSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { listSnapshots } from "#server/data/embedded/snapshots.ts";

/** A backup that the command made, or a snapshot that the embedded database took of itself. `at`: Unix ms. */
export type BackupFile = { file: string; kind: "backup" | "snapshot"; at: number; bytes: number };

const NAME = /^switchboard-(\d{4}-\d{2}-\d{2})T(\d{2})-(\d{2})-(\d{2}\.\d{3}Z)\.tar\.zst$/;

export function backupFolder(dataFolder: string): string {
  return join(dataFolder, "backups");
}

export function backupName(atMs: number): string {
  return `switchboard-${new Date(atMs).toISOString().replaceAll(":", "-")}.tar.zst`;
}

/** Returns the backups and snapshots in a data folder, newest first. */
export function findBackups(dataFolder: string): BackupFile[] {
  const folder = backupFolder(dataFolder);
  const names = existsSync(folder) ? readdirSync(folder) : [];
  const backups = names.flatMap((name): BackupFile[] => {
    const [, date, hour, minute, second] = NAME.exec(name) ?? [];
    if (!date) return [];
    const file = join(folder, name);
    return [
      { file, kind: "backup", at: Date.parse(`${date}T${hour}:${minute}:${second}`), bytes: statSync(file).size },
    ];
  });
  const snapshots = listSnapshots(dataFolder).map((snapshot): BackupFile => ({ ...snapshot, kind: "snapshot" }));
  return [...backups, ...snapshots].sort((a, b) => b.at - a.at);
}

/** Returns the file that a command names: a path, or "latest". */
export function chooseBackup(dataFolder: string, name: string): string {
  if (name !== "latest") return resolve(name);
  const [newest] = findBackups(dataFolder);
  if (!newest) throw new Error(`There is no backup or snapshot in ${dataFolder}. Create one: npm run backup -- create`);
  return newest.file;
}
