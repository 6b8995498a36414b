/**
 * Cuts Markdown at the blank lines outside of code fences. While an answer grows only its last block changes,
 * so that only that one is parsed again.
 */
export function markdownBlocks(text: string): readonly string[] {
  const blocks: string[] = [];
  let current: string[] = [];
  let fence: string | undefined;
  for (const line of text.split("\n")) {
    const mark = fenceOf(line);
    if (mark && !fence) fence = mark;
    else if (mark && fence && mark.startsWith(fence)) fence = undefined;
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

function fenceOf(line: string): string | undefined {
  const trimmed = line.trimStart();
  if (trimmed.startsWith("```")) return "```";
  return trimmed.startsWith("~~~") ? "~~~" : undefined;
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
