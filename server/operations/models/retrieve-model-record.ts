import type { z } from "zod";
import type { Model } from "#lib/contract/models.ts";
import type { ApiResponse } from "#server/api-response.ts";
import type { CallerHeaders } from "#server/caller/caller-headers.ts";
import { readsAnthropicModels } from "#server/caller/clients.ts";
import type { Principal } from "#server/caller/principal.ts";
import type { Gateway } from "#server/gateway.ts";
import { jsonResponse } from "#server/http/send-response.ts";
import { accessibleEndpoints } from "#server/pipeline/planning/accessible-endpoints.ts";
import { anthropicModel } from "./anthropic-models.ts";
import { findModel } from "./find-model.ts";
import { toListedModel } from "./listed-model.ts";
import { modelRecord } from "./model-record.ts";
import { withVisibleModels } from "./with-visible-models.ts";

type ModelCaller = { principal: Principal | undefined; headers: CallerHeaders };

/** Returns a model by name in the format that the caller's client reads. Throws 404 with similar names. */
export function retrieveModelRecord(
  shared: Gateway,
  { principal, headers }: ModelCaller,
  name: string,
): z.output<typeof Model> | ApiResponse {
  const gateway = withVisibleModels(shared, principal);
  const record = modelRecord(
    toListedModel(gateway, accessibleEndpoints(gateway, principal), findModel(gateway, name), name),
  );
  return readsAnthropicModels(headers) ? jsonResponse(anthropicModel(record), 200) : record;
}
