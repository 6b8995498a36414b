import { z } from "zod";
import { MOST_FALLBACKS } from "./settings.ts";

export const MOST_PANES = 4;

export const StoredModel = z.string().min(1).max(200);

/** Settings as they come back from a link or from this browser's storage; what is missing is the default. */
export const StoredSettings = z.object({
  system: z.string().default(""),
  stream: z.boolean().default(true),
  values: z.record(z.string(), z.union([z.number(), z.string()])).default({}),
  stop: z.array(z.string()).default([]),
  tools: z.string().default(""),
  toolChoice: z.enum(["auto", "required", "none"]).default("auto"),
  schema: z.string().default(""),
  fallbacks: z.array(StoredModel).max(MOST_FALLBACKS).default([]),
});
