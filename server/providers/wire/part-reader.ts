import type { LanguageModelV4StreamPart } from "@ai-sdk/provider";

type Part = LanguageModelV4StreamPart;

/** Reads the parts that a vendor's package makes of one stream, and answers what is to go on in place of each. */
export type PartReader = {
  part(part: Part): Part[];
  /** Reads each chunk of the wire before the parts that were made of it; absent: it need not be shown any. */
  chunk?(raw: unknown): Part[];
};
