import { bucketBits } from "../../model/hashing.ts";
import { evidenceIn } from "../../prompt-injection/evidence.ts";
import { partsOf } from "../../prompt-injection/model/gist.ts";
import { divisor } from "../../prompt-injection/model/model.ts";
import { classesOf, sentencesOf, visitSigns, visitSurroundings } from "../../prompt-injection/model/surroundings.ts";
import { windowsOf } from "../../prompt-injection/model/windows.ts";
import { normalize } from "../../prompt-injection/normalize.ts";
import { tokenize } from "../../prompt-injection/tokens.ts";
import type { Example } from "./examples.ts";
import { type Choose, createChoose } from "./expand.ts";

/** The features of a window: their buckets and values. */
type Window = { buckets: Uint32Array; values: Float32Array };

/** A text as its windows. `share`: its weight in training. */
export type Lesson = { windows: Window[]; isAttack: boolean; share: number };

export type Model = { bias: number; weights: Float32Array };

export function lessonOf({ text, isAttack }: Example): Lesson {
  const tokens = tokenize(normalize(text));
  const { mentions, signs } = evidenceIn(text, tokens);
  const starts = sentencesOf(tokens);
  const found: [number, number][][] = tokens.map(() => []);
  for (const [at, { gist }] of tokens.entries()) partsOf(gist, (bucket, value) => found[at]?.push([bucket, value]));
  visitSurroundings(tokens, { starts, classes: classesOf(tokens, mentions) }, (at, bucket, value) => {
    found[at]?.push([bucket, value]);
  });
  visitSigns(signs, (at, bucket, value) => found[at]?.push([bucket, value]));
  const windows = windowsOf(starts).map(({ from, to }) => {
    const size = tokens.slice(from, to).reduce((sum, { gist }) => sum + gist.size, 0);
    return windowOf(found.slice(from, to).flat(), divisor(size));
  });
  return { windows, isAttack, share: 1 };
}

function windowOf(found: readonly [number, number][], over: number): Window {
  const sums = new Map<number, number>();
  for (const [bucket, value] of found) sums.set(bucket, (sums.get(bucket) ?? 0) + value);
  return {
    buckets: Uint32Array.from(sums.keys()),
    values: Float32Array.from(sums.values(), (value) => value / over),
  };
}

export type Settings = { rounds: number; rate: number; decay: number };

/**
 * Fits a logistic regression by stochastic gradient descent with AdaGrad and L2. A text, attack or ordinary, is learned
 * from its most suspect window; in the first rounds an ordinary text is learned from all of its windows.
 */
export function learn(lessons: readonly Lesson[], choose: Choose, settings: Settings): Model {
  const weights = new Float32Array(2 ** bucketBits);
  const squares = new Float32Array(2 ** bucketBits).fill(1e-2);
  const model: Model = { bias: 0, weights };
  const order = lessons.map((_, index) => index);
  for (let round = 0; round < settings.rounds; round += 1) {
    shuffle(order, choose);
    for (const index of order) {
      const lesson = lessons[index];
      if (lesson === undefined || lesson.windows.length === 0) continue;
      const top = mostSuspect(model, lesson.windows);
      const all = !lesson.isAttack && round < 2;
      for (const window of all ? lesson.windows : [top]) step(window, lesson);
    }
  }
  return model;

  function step({ buckets, values }: Window, { isAttack, share }: Lesson): void {
    const chance = 1 / (1 + Math.exp(-scoreOf(model, { buckets, values })));
    const slope = (chance - (isAttack ? 1 : 0)) * share;
    model.bias -= 0.02 * slope;
    for (let at = 0; at < buckets.length; at += 1) {
      const bucket = buckets[at] ?? 0;
      const gradient = slope * (values[at] ?? 0) + settings.decay * (weights[bucket] ?? 0);
      squares[bucket] = (squares[bucket] ?? 0) + gradient * gradient;
      weights[bucket] = (weights[bucket] ?? 0) - (settings.rate * gradient) / Math.sqrt(squares[bucket] ?? 1);
    }
  }
}

/**
 * Fits the model once for each seed, in which only the order of the texts differs, and returns the mean: a single order
 * decides which of two similar texts at the threshold is found.
 */
export function learnAverage(lessons: readonly Lesson[], settings: Settings): Model {
  const models = SEEDS.map((seed) => learn(lessons, createChoose(seed), settings));
  const weights = new Float32Array(2 ** bucketBits);
  for (const model of models)
    for (let at = 0; at < weights.length; at += 1)
      weights[at] = (weights[at] ?? 0) + (model.weights[at] ?? 0) / models.length;
  return { bias: models.reduce((sum, { bias }) => sum + bias, 0) / models.length, weights };
}

const SEEDS = [9, 10, 11, 12, 13];

export function mostSuspect(model: Model, windows: readonly Window[]): Window {
  let [best, most] = [windows[0] as Window, Number.NEGATIVE_INFINITY];
  for (const window of windows) {
    const score = scoreOf(model, window);
    if (score > most) [best, most] = [window, score];
  }
  return best;
}

export function scoreOf({ bias, weights }: Model, { buckets, values }: Window): number {
  let score = bias;
  for (let at = 0; at < buckets.length; at += 1) score += (weights[buckets[at] ?? 0] ?? 0) * (values[at] ?? 0);
  return score;
}

function shuffle(order: number[], choose: Choose): void {
  for (let last = order.length - 1; last > 0; last -= 1) {
    const other = choose(last + 1);
    [order[last], order[other]] = [order[other] ?? 0, order[last] ?? 0];
  }
}
