import { readFileSync } from "node:fs";

/** Texts that the filters were tuned with, or texts that were written before and held back. */
export type Split = "tuned" | "held";

/** The lines of a list of texts; `\n` stands for a line break within one. */
export function linesOf(split: Split, file: string): string[] {
  return readFileSync(new URL(`${split}/${file}.txt`, import.meta.url), "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => line.replaceAll("\\n", "\n"));
}
