/** Returns the number of characters as providers count them: an emoji is one. */
export function charactersIn(text: string): number {
  let characters = 0;
  for (const _ of text) characters += 1;
  return characters;
}
