const LONGEST_NAME = 255;

/** Returns the last part of the path sent, without characters that a name should not contain. */
export function fileNameOf(sent: string): string {
  const name = sent.split(/[/\\]/).at(-1)?.replace(/\p{C}/gu, "").trim().slice(0, LONGEST_NAME);
  return name || "unnamed";
}
