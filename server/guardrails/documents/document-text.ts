/** A document in base64: a PDF, or a zip that may be a DOCX file. */
export type DocumentFile = { kind: "pdf" | "zip"; base64: string };

/** The text of a document. `isWhole`: false where it also holds what is not read here, such as pictures. */
export type DocumentText = { text: string; isWhole: boolean };
