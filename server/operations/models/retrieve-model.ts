import { retrieveModel as endpoint } from "#lib/contract/models.ts";
import { operation } from "#server/http/operation.ts";
import { retrievedModel } from "./retrieved-model.ts";

export const retrieveModel = operation(endpoint)(async (call) =>
  // One of the two routers hands the segment on as it was sent.
  retrievedModel(call, call.params.author.replace(/%2f/i, "/")),
);
