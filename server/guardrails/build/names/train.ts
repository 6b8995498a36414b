import { fileURLToPath } from "node:url";
import { createChoose } from "../injection/expand.ts";
import { createFiller, injectionTemplates, setTemplates, writtenTemplates } from "./examples.ts";
import { learn, type Settings } from "./learn.ts";
import { type Lesson, lessonsOf } from "./lessons.ts";

const texts = fileURLToPath(new URL("texts", import.meta.url));
const injections = fileURLToPath(new URL("../injection/texts", import.meta.url));
const unseen = fileURLToPath(new URL("../../../../tests/bench/guardrails/unseen", import.meta.url));
const sets = ["tuned", "held", "fresh", "second", "third", "fourth", "fifth", "sixth"];
const settings: Settings = { rounds: 8, rate: 0.1, decay: 3e-4 };
/** The weights in training: of all texts of a template together, and of a text of a set, which is one of a kind. */
const [templateShare, setShare] = [3, 4];
const wholeSets = sets.slice(2);

/**
 * Learns names from the templates written for training, the texts of the injection model and the sets except `left`.
 */
export function trainNames(left?: string): { step: number; weights: Int8Array } {
  const fill = createFiller(texts, 17);
  const templates = [
    ...sets.filter((set) => set !== left).flatMap((set) => setTemplates(unseen, set)),
    ...writtenTemplates(texts),
    ...injectionTemplates(injections),
  ];
  const choose = createChoose(3);
  const lessons = templates.flatMap((template) => {
    const filledText = fill(template);
    const share = wholeSets.includes(template.origin) ? setShare : Math.min(1, templateShare / filledText.length);
    return filledText.flatMap((example) => lessonsOf(example, choose)).map((lesson): Lesson => ({ ...lesson, share }));
  });
  const learned = learn(lessons, createChoose(9), settings);
  const step = learned.reduce((most, weight) => Math.max(most, Math.abs(weight)), 0) / 127;
  return { step, weights: Int8Array.from(learned, (weight) => Math.round(weight / step)) };
}
