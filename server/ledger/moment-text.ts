// Many calls come within a second: its text is kept, since making one takes as long as the rest of a row's text.
let knownSecond = Number.NaN;
let known = "";

/** A moment (Unix milliseconds) in the form of `toISOString`. */
export function momentText(atMs: number): string {
  const second = Math.floor(atMs / 1000);
  if (second !== knownSecond) known = new Date(second * 1000).toISOString().slice(0, -"000Z".length);
  knownSecond = second;
  return `${known}${String(atMs - second * 1000).padStart(3, "0")}Z`;
}
