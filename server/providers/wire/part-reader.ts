import type { LanguageModelV4StreamPart } from "@ai-sdk/provider";

type Part = LanguageModelV4StreamPart;

/** Reads the parts that an SDK package makes from one stream, and returns the parts that replace each. */
export type PartReader = {
  part(part: Part): Part[];
  /** Reads each wire chunk before the parts made from it; absent if not needed. */
  chunk?(raw: unknown): Part[];
};
