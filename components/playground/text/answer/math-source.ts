const CLOSERS: Readonly<Record<string, string>> = { "\\[": "\\]", "\\(": "\\)", $$: "$$" };

/**
 * Converts formulas in Markdown to code: formulas are not rendered here, and Markdown would remove backslashes and read
 * emphasis into them. A single `$` is unchanged, since it often means money.
 */
export function fenceMath(markdown: string): string {
  if (!/\\[[(]|\$\$/.test(markdown)) return markdown;
  const openers = /`+|~{3,}|\\[[(]|\$\$/g;
  const unclosed = new Set<string>();
  let written = "";
  let from = 0;
  for (let found = openers.exec(markdown); found; found = openers.exec(markdown)) {
    const [opener] = found;
    if (unclosed.has(opener)) continue;
    const closer = CLOSERS[opener] ?? opener;
    const end = markdown.indexOf(closer, found.index + opener.length);
    if (end === -1) {
      unclosed.add(opener);
      continue;
    }
    openers.lastIndex = end + closer.length;
    const whole = markdown.slice(found.index, openers.lastIndex);
    const code = opener in CLOSERS ? asCode(whole, markdown.slice(from, found.index)) : whole;
    written += markdown.slice(from, found.index) + code;
    from = openers.lastIndex;
  }
  return written + markdown.slice(from);
}

/** A formula alone on its lines becomes a block; it may be inside a list or quote, which a fence would end. */
function asCode(formula: string, before: string): string {
  if (formula.includes("`")) return formula;
  const alone = before === "" || before.endsWith("\n");
  if (alone && !formula.startsWith("\\(")) return `\`\`\`tex\n${formula}\n\`\`\`\n`;
  return `\`${formula.replaceAll("\n", " ")}\``;
}
