/**
 * The longest text that the synthesizer gets at once, so that the first audio comes soon and a long text does not block
 * other requests.
 */
const LONGEST_CHARACTERS = 300;

/** Splits a text into pieces to be spoken in sequence: by sentence, and long sentences by word. */
export function sentencesOf(text: string): string[] {
  const sentences: string[] = [];
  // Control characters have no sound, and a null character would end the text.
  for (const { segment } of new Intl.Segmenter("en", { granularity: "sentence" }).segment(
    text.replace(/\p{Cc}/gu, " "),
  )) {
    for (let rest = segment.trim(); rest !== ""; ) {
      const end = rest.length > LONGEST_CHARACTERS ? rest.lastIndexOf(" ", LONGEST_CHARACTERS) : rest.length;
      const cut = end > 0 ? end : LONGEST_CHARACTERS;
      sentences.push(rest.slice(0, cut));
      rest = rest.slice(cut).trim();
    }
  }
  return sentences;
}
