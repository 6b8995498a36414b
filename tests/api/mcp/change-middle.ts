/**
 * Returns a sealed or random text with a different character in the middle. The last one would not do: in base64, it
 * may contain bits that decoders ignore.
 */
export function changeMiddle(text: string): string {
  const at = text.length >> 1;
  return text.slice(0, at) + (text[at] === "A" ? "B" : "A") + text.slice(at + 1);
}
