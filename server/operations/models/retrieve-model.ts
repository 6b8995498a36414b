import { retrieveModel as endpoint } from "#lib/contract/models.ts";
import { gateway } from "#server/gateway.ts";
import { operation } from "#server/http/operation.ts";
import { reachableBy } from "#server/pipeline/reachable.ts";
import { findModel } from "./find-model.ts";
import { listedModel } from "./listed-model.ts";
import { modelRecord } from "./model-record.ts";

export const retrieveModel = operation(endpoint)(async ({ principal, params }) => {
  const open = gateway();
  // One of the two routers hands the segment on as it was sent.
  const name = params.author.replace(/%2f/i, "/");
  return modelRecord(listedModel(open, reachableBy(open, principal), findModel(open, name), name));
});
