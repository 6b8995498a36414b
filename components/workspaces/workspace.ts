import type { z } from "zod";
import type { Workspace as WorkspaceSchema } from "#lib/contract/workspaces.ts";

export type Workspace = z.output<typeof WorkspaceSchema>;
