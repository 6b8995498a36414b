import type { z } from "zod";
import type { SingleSignOn as SingleSignOnRecord } from "#lib/contract/single-sign-on.ts";

export type SignOn = z.output<typeof SingleSignOnRecord>;
