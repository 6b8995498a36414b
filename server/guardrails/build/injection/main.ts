import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { stampOf } from "../stamp.ts";
import { projectExamples, setExamples, writtenExamples } from "./examples.ts";
import { createChoose } from "./expand.ts";
import { learn, learnAverage, lessonOf, mostSuspect, type Settings, scoreOf } from "./learn.ts";

/**
 * Trains the model of the prompt injection filter: `npm run injections`. The same files result in the same weights. `--
 * --cross` reports the model's results on each set after learning from the others, without the rules, and writes
 * nothing. `-- --without SET` trains on the other sets.
 */
const sets = ["tuned", "held", "fresh", "second", "third", "fourth", "fifth", "sixth"];
const leftOutSet = /--without (\w+)/.exec(process.argv.join(" "))?.[1];
const settings: Settings = { rounds: 20, rate: 0.1, decay: 1e-3 };
const root = fileURLToPath(new URL("../../../..", import.meta.url));
const folder = join(root, "tests/bench/guardrails/unseen");
const texts = fileURLToPath(new URL("texts", import.meta.url));
const examples = [
  ...sets.filter((s) => s !== leftOutSet).flatMap((set) => setExamples(folder, set)),
  ...writtenExamples(texts),
  ...projectExamples(texts),
];
const lessons = examples.map((example) => ({ example, lesson: lessonOf(example) }));
// Texts by other authors and project documents are few, and each contributes more than another text of the same template.
for (const { example, lesson } of lessons)
  lesson.share = sets.includes(example.origin) ? 4 : example.origin === "project" ? 3 : 1;

if (process.argv.includes("--cross")) for (const set of sets) cross(set);
else train();

function train(): void {
  const { bias, weights } = learnAverage(
    lessons.map(({ lesson }) => lesson),
    settings,
  );
  const step = weights.reduce((most, weight) => Math.max(most, Math.abs(weight)), 0) / 127;
  const bytes = Int8Array.from(weights, (weight) => Math.round(weight / step));
  const model = { stamp: stampOf("injection"), bias, step, weights: Buffer.from(bytes.buffer).toString("base64") };
  const target = fileURLToPath(new URL("../../data/injection-weights.json", import.meta.url));
  writeFileSync(target, `${JSON.stringify(model, null, 2)}\n`);
  say(`${lessons.length} texts, bias ${bias.toFixed(2)}, ${bytes.filter((byte) => byte !== 0).length} weights`);
}

function cross(set: string): void {
  const rest = lessons.filter(({ example }) => example.origin !== set).map(({ lesson }) => lesson);
  const model = learn(rest, createChoose(9), settings);
  const tiers = new Map<string, number[]>();
  for (const { example, lesson } of lessons) {
    if (example.origin !== set || lesson.windows.length === 0) continue;
    const score = scoreOf(model, mostSuspect(model, lesson.windows));
    const list = tiers.get(example.tier) ?? [];
    list.push(score);
    tiers.set(example.tier, list);
    if (process.argv.includes("--errors") && score > 0 !== example.isAttack)
      say(`  ${score.toFixed(2)} ${example.tier}: ${example.text.replaceAll("\n", "\\n").slice(0, 200)}`);
  }
  const shares = [0, 0.25, 0.5].map((least) => {
    const share = ([tier, scores]: [string, number[]]) =>
      `${tier} ${((100 * scores.filter((score) => score >= least).length) / scores.length).toFixed(0)}`;
    return `  at ${least}: ${[...tiers].map(share).join(", ")}`;
  });
  say(`${set} left out, percent flagged:\n${shares.join("\n")}`);
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
