import type { LanguageModelV4StreamPart } from "@ai-sdk/provider";

type Part = LanguageModelV4StreamPart;

/** Reads the parts that an SDK package makes of one stream, and returns the parts to replace each. */
export type PartReader = {
  part(part: Part): Part[];
  /** Reads each wire chunk before the parts made of it; absent if it needs none. */
  chunk?(raw: unknown): Part[];
};
