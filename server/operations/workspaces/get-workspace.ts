import { getWorkspace as endpoint } from "#lib/contract/workspaces.ts";
import { operation } from "#server/http/operation.ts";
import { gateway } from "#server/opened-gateway.ts";
import { findInReach, workspaceRecord } from "./workspace-records.ts";

export const getWorkspace = operation(endpoint)(async ({ principal, params }) => {
  const open = gateway();
  return { data: await workspaceRecord(open, await findInReach(open, principal, params.ref)) };
});
