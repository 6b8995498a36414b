import type { z } from "zod";
import type { SystemState } from "#lib/contract/system.ts";

export type System = z.output<typeof SystemState>;
