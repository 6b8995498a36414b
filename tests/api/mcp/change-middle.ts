/**
 * Returns a sealed or random text with another character in its middle. The last one of a text in base64 may carry bits
 * that decoders ignore.
 */
export function changeMiddle(text: string): string {
  const at = text.length >> 1;
  return text.slice(0, at) + (text[at] === "A" ? "B" : "A") + text.slice(at + 1);
}
