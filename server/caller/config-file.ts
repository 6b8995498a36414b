/** A change as the audit log describes it. */
export type AuditedChange = {
  /** `<noun>.<verb>` */
  action: string;
  target: { type: string; id: string; name?: string | null };
  before?: unknown;
  after?: unknown;
  workspaceId: string | null;
};

/** The records that a configuration file manages, so that nothing else may change them. */
export type ManagedRecords = {
  /** The file's path. */
  file: string;
  covers(change: AuditedChange): boolean;
};

/** The state of CONFIG_FILE in this process. */
export type ConfigFile = {
  path: string;
  /** Records managed by the last valid document; undefined before the first one. */
  managed: ManagedRecords | undefined;
  /** Why the file is not in effect, and since when (Unix ms). */
  problem: { message: string; sinceMs: number } | undefined;
};

/** Returns the state before the file is first read; undefined without a file. */
export function newConfigFile(path: string | undefined): ConfigFile | undefined {
  return path === undefined ? undefined : { path, managed: undefined, problem: undefined };
}
