/** A change as the audit log describes it. */
export type AuditedChange = {
  /** `<noun>.<verb>` */
  action: string;
  target: { type: string; id: string; name?: string | null };
  before?: unknown;
  after?: unknown;
  workspaceId: string | null;
};

/** The records that a configuration file decides on, so that nothing else may change them. */
export type ManagedRecords = {
  /** The file's path. */
  file: string;
  covers(change: AuditedChange): boolean;
};

/** What a process knows of its CONFIG_FILE. */
export type ConfigFile = {
  path: string;
  /** By the last valid document; undefined before there was one. */
  managed: ManagedRecords | undefined;
  /** Why the file is not in force, and since when (Unix ms). */
  problem: { message: string; sinceMs: number } | undefined;
};

/** Returns what a process knows before it has read its file; undefined without one. */
export function newConfigFile(path: string | undefined): ConfigFile | undefined {
  return path === undefined ? undefined : { path, managed: undefined, problem: undefined };
}
