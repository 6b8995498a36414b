import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createChoose, expand } from "./expand.ts";

/** A text to learn from. `origin`: its set or file; `tier`: the kind of attack. */
export type Example = { text: string; isAttack: boolean; origin: string; tier: string };

/** The maximum number of texts made from one template. */
const copies = { attack: 14, ordinary: 16 };

/**
 * Returns the texts written for training: `attacks-*.txt` and `benign-*.txt`, with choices in double brackets. The name
 * model does not learn from those in `languages`: few of them name anyone, and it would find fewer names.
 */
export function writtenExamples(folder: string): Example[] {
  const choose = createChoose(5);
  const carriers = linesOf(join(folder, "carriers.txt"));
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).map((file) => file.replaceAll("\\", "/"));
  return files.sort().flatMap((origin) => {
    const kind = /(?:^|\/)(attacks|benign)-[^/]*$/.exec(origin)?.[1];
    if (kind === undefined) return [];
    const isAttack = kind === "attacks";
    const ownTexts = linesOf(join(folder, origin)).flatMap((template) => {
      const texts = Array.from({ length: template.includes("[[") ? copies[isAttack ? "attack" : "ordinary"] : 1 }, () =>
        expand(template, choose),
      );
      return [...new Set(texts)];
    });
    const texts = isAttack ? attacksOf(ownTexts, origin) : ordinaryOf(ownTexts);
    return texts.map((text) => ({ text: text.replaceAll("\\n", "\n"), isAttack, origin, tier: origin }));
  });

  function attacksOf(texts: readonly string[], origin: string): string[] {
    if (origin.includes("planted")) return texts.map((text) => plant(text, carriers, choose));
    // An attack may follow an ordinary text.
    return texts.map((text) => (choose(8) === 0 ? plant(text, carriers, choose) : text));
  }

  /**
   * Returns ordinary texts, some of them inside the pages and files that attacks occur in, and some inside longer
   * texts.
   */
  function ordinaryOf(texts: readonly string[]): string[] {
    const pick = () => texts[choose(texts.length)] ?? "";
    const planted = texts.filter(() => choose(4) === 0).map((text) => plant(text, carriers, choose));
    const long = texts.filter(() => choose(6) === 0).map((text) => [text, pick(), pick(), pick(), pick()].join(" "));
    return [...texts, ...planted, ...long];
  }
}

/** Inserts a text into a page, a file or a tool result. */
function plant(text: string, carriers: readonly string[], choose: (below: number) => number): string {
  const carrier = carriers[choose(carriers.length)] ?? "{}";
  return expand(carrier, choose).replace("{}", () => text);
}

/** Returns passages of this project's documents and code, as of November 2026: long ordinary texts. */
export function projectExamples(folder: string): Example[] {
  return linesOf(join(folder, "ordinary-project.txt")).map((text) => {
    return { text: text.replaceAll("\\n", "\n"), isAttack: false, origin: "project", tier: "project" };
  });
}

/** Returns the labeled sets: attacks by kind, and ordinary texts, which include texts with personal data. */
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
