import { getWorkspace as endpoint } from "#lib/contract/workspaces.ts";
import { operation } from "#server/http/operation.ts";
import { findAccessibleWorkspace, workspaceRecord } from "./workspace-records.ts";

export const getWorkspace = operation(endpoint)(async (gateway, { principal, params }) => {
  return { data: await workspaceRecord(gateway, await findAccessibleWorkspace(gateway, principal, params.ref)) };
});
