/** Limits on reading documents; content beyond them is reported as not inspected. */
export const documentLimits = {
  /** For one file in base64, and for the number of files in a request. */
  base64Max: 28_000_000,
  filesMax: 20,
  /** Characters of text, and pages of a PDF. */
  textMax: 2_000_000,
  pagesMax: 2_000,
  /** Total unpacked size of a DOCX file's text parts. */
  unpackedBytesMax: 50_000_000,
  /** Processor time of one file, and its total time including the queue. */
  cpuMs: 5_000,
  waitMs: 30_000,
  /** Memory of a worker. */
  memoryBytes: 512_000_000,
};
