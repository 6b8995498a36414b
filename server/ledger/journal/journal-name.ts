/**
 * The parts of a journal file's name. `host`: the machine or container, since process ids are unique only within it.
 */
export type JournalName = { pid: number; processId: string; index: number; host: string };

export function journalName({ pid, processId, index, host }: JournalName): string {
  return `${pid}.${processId}.${index}.${host.replace(/[^\w-]/g, "-")}.jsonl`;
}

const NAME = /^(\d+)\.([\w-]+)\.(\d+)(?:\.([\w-]+))?\.jsonl$/;

/** Parses a file name; `host` is undefined in names of earlier versions. Returns undefined for any other file. */
export function readJournalName(name: string): (Omit<JournalName, "host"> & { host?: string }) | undefined {
  const [, pid, processId, index, host] = NAME.exec(name) ?? [];
  if (pid === undefined || processId === undefined || index === undefined) return undefined;
  return { pid: Number(pid), processId, index: Number(index), ...(host !== undefined && { host }) };
}

/** Returns whether a journal's name belongs to this machine or container. */
export function isHost(host: string | undefined, own: string): boolean {
  return host === undefined || host === own.replace(/[^\w-]/g, "-");
}
