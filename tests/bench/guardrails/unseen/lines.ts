import { readFileSync } from "node:fs";

/** Templates that the filters were tuned with, early (`tuned`) or late (`held`), and whole texts that they were not. */
export type Split = "tuned" | "held" | "fresh" | "second" | "third" | "fourth" | "fifth" | "sixth" | "seventh";

/** The lines of a list of texts; `\n` stands for a line break within one. */
export function linesOf(split: Split, file: string): string[] {
  return readFileSync(new URL(`${split}/${file}.txt`, import.meta.url), "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => line.replaceAll("\\n", "\n"));
}
