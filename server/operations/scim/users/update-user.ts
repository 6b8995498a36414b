import type { ScimUserInput } from "#lib/contract/scim-attributes.ts";
import type { ApiResponse } from "#server/api-response.ts";
import type { AuditedCall } from "#server/audit/record-change.ts";
import type { ProvisionedUser } from "#server/data/scim-users.ts";
import type { Gateway } from "#server/gateway.ts";
import type { Call } from "#server/http/operation.ts";
import { resourceResponse } from "../scim-response.ts";
import { readUser } from "./require-user.ts";
import { changeUser, publishProvisioning } from "./save-user.ts";

type UserCall = AuditedCall &
  Pick<Call, "request"> & {
    params: { id: string };
    query: { attributes?: string | undefined; excludedAttributes?: string | undefined };
  };

/** Changes a user and returns the SCIM resource. `change` returns the user as it should be. */
export async function updateUser(
  gateway: Gateway,
  call: UserCall,
  change: (before: ProvisionedUser) => ScimUserInput,
): Promise<ApiResponse> {
  const now = new Date(gateway.now());
  const { id } = call.params;
  await gateway.database.queries.transaction((queries) => changeUser({ queries, call, now }, id, change));
  await publishProvisioning(gateway);
  return resourceResponse(await readUser(gateway, call, id), call.query);
}
