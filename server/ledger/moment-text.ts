// Caches the text of the current second, because formatting it takes as long as the rest of a row.
let knownSecond = Number.NaN;
let known = "";

/** Returns a time (Unix milliseconds) in the format of `toISOString`. */
export function momentText(atMs: number): string {
  const second = Math.floor(atMs / 1000);
  if (second !== knownSecond) known = new Date(second * 1000).toISOString().slice(0, -"000Z".length);
  knownSecond = second;
  return `${known}${String(atMs - second * 1000).padStart(3, "0")}Z`;
}
