import { readFileSync } from "node:fs";

/** Returns the resident memory of a process in bytes (Linux). Throws if it has ended. */
export function residentBytes(pid: number): number {
  return Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) * 1024;
}
