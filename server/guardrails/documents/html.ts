import { Defuddle } from "defuddle/node";
import { parseHTML } from "linkedom";
import type { DocumentText } from "./document-text.ts";
import { documentLimits } from "./limits.ts";

/**
 * Reads the main text of a web page as Markdown, below its title. Scripts, navigation and hidden elements are left out.
 * `encoding`: a label that TextDecoder knows. `url`: the page's own, for its relative links. Nothing is loaded.
 */
export async function readHtml(data: Uint8Array, encoding: string, url: string): Promise<DocumentText> {
  const { document } = parseHTML(new TextDecoder(encoding).decode(data));
  const page = await Defuddle(document as unknown as Document, url, { markdown: true, useAsync: false });
  const text = [page.title && `# ${page.title}`, page.content].filter(Boolean).join("\n\n");
  const { textMax } = documentLimits;
  return { text: text.slice(0, textMax), isWhole: text.length <= textMax };
}
