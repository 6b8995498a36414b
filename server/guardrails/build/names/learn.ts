import type { Choose } from "../injection/expand.ts";
import { type Lesson, type Part, weightCount } from "./lessons.ts";

export type Settings = { rounds: number; rate: number; decay: number };

/**
 * Fits a semi-Markov conditional random field (Sarawagi and Cohen 2004) by stochastic gradient descent with AdaGrad and
 * L2: of all divisions of a run into names and other words, the correct one becomes likely.
 */
export function learn(lessons: readonly Lesson[], choose: Choose, settings: Settings): Float32Array {
  const weights = new Float32Array(weightCount);
  const squares = new Float32Array(weightCount).fill(1e-2);
  const order = lessons.map((_, index) => index);
  for (let round = 0; round < settings.rounds; round += 1) {
    shuffle(order, choose);
    for (const index of order) if (lessons[index] !== undefined) step(lessons[index]);
  }
  return weights;

  function step(lesson: Lesson): void {
    const chances = probabilitiesOf(lesson, weights);
    for (const [index, part] of lesson.parts.entries()) {
      const slope = ((chances[index] ?? 0) - (part.isName ? 1 : 0)) * lesson.share;
      if (Math.abs(slope) < 1e-3) continue;
      const { buckets, values } = part;
      for (let at = 0; at < buckets.length; at += 1) {
        const bucket = buckets[at] ?? 0;
        const gradient = slope * (values[at] ?? 0) + settings.decay * (weights[bucket] ?? 0);
        squares[bucket] = (squares[bucket] ?? 0) + gradient * gradient;
        weights[bucket] = (weights[bucket] ?? 0) - (settings.rate * gradient) / Math.sqrt(squares[bucket] ?? 1);
      }
    }
  }
}

/** Returns the probability that each part is a name, over all divisions of the run (forward-backward algorithm). */
function probabilitiesOf({ count, parts }: Lesson, weights: Float32Array): number[] {
  const scores = parts.map((part) => scoreOf(part, weights));
  const forward = new Float64Array(count + 1);
  for (let to = 1; to <= count; to += 1) {
    const ways = parts.flatMap((part, index) =>
      part.to === to ? [(forward[part.from] ?? 0) + (scores[index] ?? 0)] : [],
    );
    forward[to] = logSum([forward[to - 1] ?? 0, ...ways]);
  }
  const backward = new Float64Array(count + 1);
  for (let from = count - 1; from >= 0; from -= 1) {
    const ways = parts.flatMap((part, index) =>
      part.from === from ? [(backward[part.to] ?? 0) + (scores[index] ?? 0)] : [],
    );
    backward[from] = logSum([backward[from + 1] ?? 0, ...ways]);
  }
  const all = forward[count] ?? 0;
  return parts.map((part, index) =>
    Math.exp((forward[part.from] ?? 0) + (scores[index] ?? 0) + (backward[part.to] ?? 0) - all),
  );
}

function scoreOf({ buckets, values }: Part, weights: Float32Array): number {
  let score = 0;
  for (let at = 0; at < buckets.length; at += 1) score += (weights[buckets[at] ?? 0] ?? 0) * (values[at] ?? 0);
  return score;
}

function logSum(values: readonly number[]): number {
  const most = Math.max(...values);
  return most + Math.log(values.reduce((sum, value) => sum + Math.exp(value - most), 0));
}

function shuffle(order: number[], choose: Choose): void {
  for (let last = order.length - 1; last > 0; last -= 1) {
    const other = choose(last + 1);
    [order[last], order[other]] = [order[other] ?? 0, order[last] ?? 0];
  }
}
