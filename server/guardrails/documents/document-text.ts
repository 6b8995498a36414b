/**
 * A document in base64: a PDF, a zip that may be a DOCX file, an office file (DOCX, XLSX or PPTX), or a web page with its
 * encoding and URL.
 */
export type DocumentFile =
  | { kind: "pdf"; base64: string }
  | { kind: "zip"; base64: string }
  | { kind: "office"; base64: string }
  | { kind: "html"; base64: string; encoding: string; url: string };

/** The text of a document. `isWhole`: false if it also contains parts that cannot be read, such as images. */
export type DocumentText = {
  text: string;
  isWhole: boolean;
  /** The offset of each page, sheet or slide in the text. */
  pageStarts?: readonly number[];
};
