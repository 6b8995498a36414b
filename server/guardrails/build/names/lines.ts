import { readFileSync } from "node:fs";

/** Returns the lines of a file that are not empty. */
export function linesOf(path: string): string[] {
  return readFileSync(path, "utf8")
    .split("\n")
    .filter((line) => line !== "");
}
