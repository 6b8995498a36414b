/** Returns a seeded pseudorandom integer from 0 to `below`, exclusive. */
export type Choose = (below: number) => number;

/** Mulberry32 (Tommy Ettinger, public domain). */
export function createChoose(seed: number): Choose {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * below);
  };
}

const choice = /\[\[([^[\]]*)\]\]/;

/** Returns a text of a template: each `[[a|b|c]]` is replaced with one of its parts, the inner ones first. */
export function expand(template: string, choose: Choose): string {
  let text = template;
  for (let found = choice.exec(text); found !== null; found = choice.exec(text)) {
    const parts = (found[1] ?? "").split("|");
    text = text.slice(0, found.index) + (parts[choose(parts.length)] ?? "") + text.slice(found.index + found[0].length);
  }
  return text;
}
