import type { z } from "zod";
import type { Account as AccountRecord } from "#lib/contract/account.ts";

export type Account = z.output<typeof AccountRecord>;
