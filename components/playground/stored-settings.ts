import * as z from "zod/mini";
import { MOST_FALLBACKS } from "./settings.ts";

export const MOST_PANES = 4;

export const StoredModel = z.string().check(z.minLength(1), z.maxLength(200));

// The small Zod: the whole one would be a tenth of what the page loads.
/** Settings as they come back from a link or from this browser's storage; what is missing is the default. */
export const StoredSettings = z.object({
  system: z._default(z.string(), ""),
  stream: z._default(z.boolean(), true),
  values: z._default(z.record(z.string(), z.union([z.number(), z.string()])), {}),
  stop: z._default(z.array(z.string()), []),
  tools: z._default(z.string(), ""),
  toolChoice: z._default(z.enum(["auto", "required", "none"]), "auto"),
  schema: z._default(z.string(), ""),
  fallbacks: z._default(z.array(StoredModel).check(z.maxLength(MOST_FALLBACKS)), []),
});
