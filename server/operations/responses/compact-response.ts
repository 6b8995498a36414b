import { compactResponse as endpoint } from "#lib/contract/compaction.ts";
import { operation } from "#server/http/operation.ts";
import { withAlias } from "#server/pipeline/aliases/with-alias.ts";
import { sanitizeReasoning } from "#server/pipeline/native/sanitize-reasoning.ts";
import { withDefaultModel } from "#server/pipeline/planning/workspace-defaults.ts";
import { runMedia } from "#server/pipeline/run-media.ts";
import { servingProvider } from "#server/providers/serving.ts";
import { type Ability, requireModelWith } from "../require-model-with.ts";
import { compaction } from "./compaction.ts";

const ability: Ability = {
  name: "compaction",
  instead: "summarize the conversation with POST /responses",
  has: (endpoint, providers) => servingProvider(providers, endpoint)?.compact !== undefined,
};

export const compactResponse = operation(endpoint)((gateway, call) => {
  const named = withDefaultModel(gateway, call.principal, call.raw, "textModel");
  requireModelWith(gateway, call.principal, withAlias(gateway, call, named).body, ability);
  return runMedia(gateway, compaction, { ...call, raw: sanitizeReasoning("responses", named, undefined, []) });
});
