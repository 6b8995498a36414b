/**
 * Splits Markdown at blank lines outside code fences. While a response grows only its last block changes, so only that
 * one is parsed again.
 */
export function markdownBlocks(text: string): readonly string[] {
  const blocks: string[] = [];
  let current: string[] = [];
  let fence: string | undefined;
  for (const line of text.split("\n")) {
    if (fence === undefined) fence = opens(line);
    else if (closes(line, fence)) fence = undefined;
    // An indented line after a blank one still belongs to the list above.
    const apart = !fence && line.trim() === "" && current.length > 0;
    if (!apart) {
      current.push(line);
      continue;
    }
    blocks.push(current.join("\n"));
    current = [];
  }
  if (current.length > 0) blocks.push(current.join("\n"));
  return joinIndented(blocks);
}

/** Returns the mark of a code block that starts here; only one as long ends it, so that a block may contain another. */
function opens(line: string): string | undefined {
  return /^\s*(`{3,}(?=[^`]*$)|~{3,})/.exec(line)?.[1];
}

function closes(line: string, fence: string): boolean {
  const mark = line.trim();
  return mark.startsWith(fence) && mark.replaceAll(fence[0] ?? "", "") === "";
}

function joinIndented(blocks: readonly string[]): readonly string[] {
  const joined: string[] = [];
  for (const block of blocks) {
    const last = joined.length - 1;
    if (/^(\s{2,}|\t)/.test(block) && last >= 0) joined[last] += `\n\n${block}`;
    else joined.push(block);
  }
  return joined;
}
