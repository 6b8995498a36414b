import { retrieveModel as endpoint } from "#lib/contract/models.ts";
import { operation } from "#server/http/operation.ts";
import { retrieveModelRecord } from "./retrieve-model-record.ts";

export const retrieveModel = operation(endpoint)(async (gateway, call) =>
  // One of the two routers passes the segment on undecoded.
  retrieveModelRecord(gateway, call, call.params.author.replace(/%2f/i, "/")),
);
