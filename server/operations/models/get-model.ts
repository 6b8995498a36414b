import { getModel as endpoint } from "#lib/contract/models.ts";
import { gateway } from "#server/gateway.ts";
import { operation } from "#server/http/operation.ts";
import { reachableBy } from "#server/pipeline/planning/reachable.ts";
import { findModel } from "./find-model.ts";
import { listedModel } from "./listed-model.ts";
import { modelRecord } from "./model-record.ts";

export const getModel = operation(endpoint)(async ({ principal, params }) => {
  const open = gateway();
  const name = `${params.author}/${params.slug}`;
  return { data: modelRecord(listedModel(open, reachableBy(open, principal), findModel(open, name), name)) };
});
