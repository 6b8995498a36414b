import type { z } from "zod";
import type { JustInTime } from "#lib/contract/group-mappings.ts";
import type { JoinRules } from "#server/data/just-in-time.ts";

type Record = z.output<typeof JustInTime>;

/** Converts the rules of joining to their API record. */
export function joinRulesRecord({ domains, role, workspaceId }: JoinRules): Record {
  return { domains, role: role as Record["role"], workspace_id: workspaceId };
}
