import type { z } from "zod";
import type { WorkspaceMember } from "#lib/contract/workspace-members.ts";

export type WorkspacePerson = z.output<typeof WorkspaceMember>;
