import { getJustInTime as endpoint } from "#lib/contract/group-mappings.ts";
import { findJoinRules } from "#server/data/just-in-time.ts";
import { operation } from "#server/http/operation.ts";
import { joinRulesRecord } from "./join-rules-record.ts";

export const getJustInTime = operation(endpoint)(async ({ database }, { principal }) => ({
  data: joinRulesRecord(await findJoinRules(database.queries, principal.organizationId)),
}));
