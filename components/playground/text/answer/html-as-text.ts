type Node = { type: string; value?: string; lang?: string; children?: Node[] };

const LINE_BREAK = /^<br\s*\/?>$/i;
/** Elements whose HTML stays inline; anywhere else it becomes a block. */
const LINES: ReadonlySet<string> = new Set([
  "paragraph",
  "heading",
  "tableCell",
  "emphasis",
  "strong",
  "delete",
  "link",
]);

/** A remark plugin that shows HTML as text and never renders it. Only line breaks work. */
export function htmlAsText() {
  return (tree: Node): void => show(tree);
}

function show(parent: Node): void {
  parent.children = parent.children?.map((node) => {
    if (node.type !== "html") {
      show(node);
      return node;
    }
    const value = node.value ?? "";
    if (LINE_BREAK.test(value)) return { type: "break" };
    return LINES.has(parent.type) ? { type: "text", value } : { type: "code", lang: "html", value };
  });
}
