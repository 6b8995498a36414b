import { createCompletion as endpoint } from "#lib/contract/completions.ts";
import { completions } from "#server/dialects/completions/completions.ts";
import { operation } from "#server/http/operation.ts";
import { withAlias } from "#server/pipeline/aliases/with-alias.ts";
import { hasCompletions } from "#server/pipeline/planning/text-wants.ts";
import { withDefaultModel } from "#server/pipeline/planning/workspace-defaults.ts";
import { runText } from "#server/pipeline/run-text.ts";
import { requireModelWith } from "../require-model-with.ts";
import { toolServices } from "../tool-services.ts";

const ability = { name: "text completions", instead: "use POST /chat/completions", has: hasCompletions };

export const createCompletion = operation(endpoint)(async (gateway, call) => {
  const named = withDefaultModel(gateway, call.principal, call.raw, "textModel");
  const { body: raw, requestedModel } = withAlias(gateway, call, named);
  requireModelWith(gateway, call.principal, raw, ability);
  const complete = { ...call, raw, ...(requestedModel !== undefined && { requestedModel }) };
  return await runText(gateway, completions, endpoint.id, complete, toolServices(gateway));
});
