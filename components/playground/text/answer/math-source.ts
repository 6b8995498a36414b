const CLOSERS: Readonly<Record<string, string>> = { "\\[": "\\]", "\\(": "\\)", $$: "$$" };

/**
 * Markdown with its formulas as code, letter by letter: no formulas are drawn here, and Markdown takes away backslashes
 * and reads emphasis into what is between them. A single `$` is left alone, since it is money as often.
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

/** A formula alone on its lines is a block; what it stands in may be a list or a quote, which a fence would end. */
function asCode(formula: string, before: string): string {
  if (formula.includes("`")) return formula;
  const alone = before === "" || before.endsWith("\n");
  if (alone && !formula.startsWith("\\(")) return `\`\`\`tex\n${formula}\n\`\`\`\n`;
  return `\`${formula.replaceAll("\n", " ")}\``;
}
