import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createChoose, expand } from "./expand.ts";

/** One text to learn from. `origin`: the set or file it is from; `tier`: the kind of attack. */
export type Example = { text: string; isAttack: boolean; origin: string; tier: string };

/** How many texts a template makes at most. */
const copies = { attack: 14, ordinary: 16 };

/** The texts written for training: `attacks-*.txt` and `benign-*.txt`, with choices in double brackets. */
export function writtenExamples(folder: string): Example[] {
  const choose = createChoose(5);
  const carriers = linesOf(join(folder, "carriers.txt"));
  const files = readdirSync(folder).filter((file) => /^(?:attacks|benign)-/.test(file));
  return files.sort().flatMap((origin) => {
    const isAttack = origin.startsWith("attacks");
    const made = linesOf(join(folder, origin)).flatMap((template) => {
      const texts = Array.from({ length: template.includes("[[") ? copies[isAttack ? "attack" : "ordinary"] : 1 }, () =>
        expand(template, choose),
      );
      return [...new Set(texts)];
    });
    const texts = isAttack ? attacksOf(made, origin) : ordinaryOf(made);
    return texts.map((text) => ({ text: text.replaceAll("\\n", "\n"), isAttack, origin, tier: origin }));
  });

  function attacksOf(made: readonly string[], origin: string): string[] {
    if (origin.includes("planted")) return made.map((text) => plant(text, carriers, choose));
    // An attack may follow on what an ordinary text says.
    return made.map((text) => (choose(8) === 0 ? plant(text, carriers, choose) : text));
  }

  /** Some ordinary texts stand in the same pages and files as attacks do, and some in longer texts. */
  function ordinaryOf(made: readonly string[]): string[] {
    const pick = () => made[choose(made.length)] ?? "";
    const carried = made.filter(() => choose(4) === 0).map((text) => plant(text, carriers, choose));
    const long = made.filter(() => choose(6) === 0).map((text) => [text, pick(), pick(), pick(), pick()].join(" "));
    return [...made, ...carried, ...long];
  }
}

/** Puts a text into the page, file or tool result around it. */
function plant(text: string, carriers: readonly string[], choose: (below: number) => number): string {
  const carrier = carriers[choose(carriers.length)] ?? "{}";
  return expand(carrier, choose).replace("{}", () => text);
}

/** Pieces of this project's documents and code, as they were in November 2026: long ordinary texts. */
export function projectExamples(folder: string): Example[] {
  return linesOf(join(folder, "ordinary-project.txt")).map((text) => {
    return { text: text.replaceAll("\\n", "\n"), isAttack: false, origin: "project", tier: "project" };
  });
}

/** The labelled sets: attacks by kind and ordinary texts; texts with personal data are ordinary ones too. */
export function setExamples(folder: string, origin: string): Example[] {
  let tier = "";
  const attacks = linesOf(join(folder, origin, "attacks.txt")).flatMap((text): Example[] => {
    if (!/^# [a-z-]+$/.test(text)) return [{ text: text.replaceAll("\\n", "\n"), isAttack: true, origin, tier }];
    tier = text.slice(2);
    return [];
  });
  const ordinary = ["benign", "personal", "negatives"].flatMap((file) =>
    linesOf(join(folder, origin, `${file}.txt`)).map((text): Example => {
      const plain = text.replace(/^[*a-z]{1,2}\|/, "").replace(/\{\w+(?::([^}]*))?\}/g, "$1");
      return { text: plain.replaceAll("\\n", "\n"), isAttack: false, origin, tier: file };
    }),
  );
  return [...attacks, ...ordinary];
}

function linesOf(path: string): string[] {
  return readFileSync(path, "utf8")
    .split("\n")
    .filter((line) => line !== "");
}
