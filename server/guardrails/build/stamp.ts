import { createHash } from "node:crypto";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const shared = [
  "server/guardrails/model/*.ts",
  "tests/bench/guardrails/unseen/{tuned,held,fresh,second,third,fourth,fifth,sixth}/*.txt",
];

/** The files that determine each model: texts, trainer, and the code that reads the features. */
export const inputs = {
  injection: [...shared, "server/guardrails/build/injection/**/*", "server/guardrails/prompt-injection/**/*.ts"],
  names: [
    ...shared,
    "server/guardrails/build/names/**/*",
    "server/guardrails/build/injection/texts/*",
    "server/guardrails/person-name/{judge,runs,surroundings,thing-phrases,named-things,foreign-cues,address-cues,shapes}.ts",
    "server/guardrails/person-name/model/*.ts",
    "server/guardrails/data/{given-names,family-names,places,words,function-words}.json",
    "server/guardrails/{lists,word-list}.ts",
  ],
};

/**
 * Returns a hash of the files that determine a model. It is stored with the weights and shows whether they are stale.
 */
export function stampOf(kind: keyof typeof inputs): string {
  const hash = createHash("sha256");
  const files = globSync(inputs[kind], { cwd: root }).filter((file) => /\.\w+$/.test(file));
  for (const file of files.map((path) => path.replaceAll("\\", "/")).sort())
    hash.update(`${file}\0`).update(readFileSync(join(root, file), "utf8").replaceAll("\r\n", "\n"));
  return hash.digest("hex");
}
