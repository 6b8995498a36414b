import { getOrganization as endpoint } from "#lib/contract/organization.ts";
import { findOrganization } from "#server/data/accounts.ts";
import { operation } from "#server/http/operation.ts";
import { organizationRecord } from "./organization-record.ts";

export const getOrganization = operation(endpoint)(async (gateway, { principal }) => ({
  data: organizationRecord(await findOrganization(gateway.database.queries, principal.organizationId)),
}));
