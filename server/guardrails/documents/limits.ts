/** How much of a document is read, and what reading it may cost; beyond, it is reported as not inspected. */
export const documentLimits = {
  /** Of one file in base64, and the number of files in a request. */
  base64Max: 28_000_000,
  filesMax: 20,
  /** Characters of text, and pages of a PDF. */
  textMax: 2_000_000,
  pagesMax: 2_000,
  /** What the parts of a DOCX file that hold text may be when unpacked, in all. */
  unpackedBytesMax: 50_000_000,
  /** The processor time of one file, and how long it may take in all with waiting for its turn. */
  cpuMs: 5_000,
  waitMs: 30_000,
  /** The memory of a worker. */
  memoryBytes: 512_000_000,
};
