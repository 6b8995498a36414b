/** What the name of a journal's file says. `host`: of the machine or container, since process ids are its own. */
export type JournalName = { pid: number; processId: string; index: number; host: string };

export function journalName({ pid, processId, index, host }: JournalName): string {
  return `${pid}.${processId}.${index}.${host.replace(/[^\w-]/g, "-")}.jsonl`;
}

const NAME = /^(\d+)\.([\w-]+)\.(\d+)(?:\.([\w-]+))?\.jsonl$/;

/** Reads a name; `host` is undefined in those of earlier versions. Returns undefined for any other file. */
export function readJournalName(name: string): (Omit<JournalName, "host"> & { host?: string }) | undefined {
  const [, pid, processId, index, host] = NAME.exec(name) ?? [];
  if (pid === undefined || processId === undefined || index === undefined) return undefined;
  return { pid: Number(pid), processId, index: Number(index), ...(host !== undefined && { host }) };
}

/** Is this the machine or container whose name stands in a journal's name? */
export function isHost(host: string | undefined, own: string): boolean {
  return host === undefined || host === own.replace(/[^\w-]/g, "-");
}
