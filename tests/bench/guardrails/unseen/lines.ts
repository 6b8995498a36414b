import { readFileSync } from "node:fs";

/**
 * A set of texts: templates on which the filters were tuned early (`tuned`) or late (`held`), and sets of whole texts.
 */
export type Split = "tuned" | "held" | "fresh" | "second" | "third" | "fourth" | "fifth" | "sixth" | "seventh";

/** Returns the lines of a list of texts; `\n` stands for a line break within a text. */
export function linesOf(split: Split, file: string): string[] {
  return readFileSync(new URL(`${split}/${file}.txt`, import.meta.url), "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => line.replaceAll("\\n", "\n"));
}
