import type { z } from "zod";
import type { Generation as GenerationRecord } from "#lib/contract/generations.ts";

export type Generation = z.output<typeof GenerationRecord>;
