import { z } from "zod";
import { dataOf, ResetInterval, WorkspaceRef } from "./common.ts";
import { endpoint } from "./endpoint.ts";

export const GuardrailSource = z
  .object({
    guardrail_id: z.string(),
    guardrail_name: z.string(),
    scope: z
      .enum(["workspace", "member", "key"])
      .describe("Why the guardrail applies: to the whole workspace, the member or the key"),
  })
  .meta({ id: "GuardrailSource" });

const Rule = z.object({
  id: z.string().describe("Slug of a built-in filter, or a stable ID of the custom pattern"),
  name: z.string(),
  label: z.string(),
  action: z.enum(["block", "redact", "flag"]),
  scan_scope: z.enum(["all_messages", "user_only"]),
  shadow: z.boolean(),
  source: GuardrailSource,
});

const List = z.object({ names: z.array(z.string()), source: GuardrailSource });

export const EffectiveGuardrail = z
  .object({
    sources: z
      .array(GuardrailSource)
      .describe("The guardrails that apply: those of the workspace, the member and the key"),
    input_rules: z.array(Rule).describe("Rules for request text"),
    output_rules: z.array(Rule).describe("Rules for response text"),
    restore_placeholders: z.boolean(),
    allowed_models: z.array(List).describe("A model must be in every list"),
    ignored_models: z.array(List),
    allowed_providers: z.array(List).describe("A provider must be in every list"),
    ignored_providers: z.array(List),
    allowed_tools: z.array(List).describe("A server tool must be in every list"),
    ignored_tools: z.array(List),
    allowed_data_regions: z.array(List).describe("A provider's data region must be in every list"),
    zero_data_retention: z.array(
      z.object({ providers: z.enum(["anthropic", "openai", "google", "other"]), source: GuardrailSource }),
    ),
    budgets: z.array(
      z.object({
        limit_usd: z.number(),
        spent_usd: z.number().describe("Spending that counts toward the limit since its last reset, in USD"),
        reset_interval: ResetInterval.nullable(),
        include_byok_in_budgets: z.boolean(),
        source: GuardrailSource,
      }),
    ),
  })
  .meta({ id: "EffectiveGuardrail" });

export const getEffectiveGuardrail = endpoint({
  id: "getEffectiveGuardrail",
  resource: "guardrails",
  method: "GET",
  path: "/guardrails/effective",
  roles: "administrators",
  access: "management",
  summary: "Get the effective guardrail",
  description:
    "Returns the combined rules of all guardrails that apply to a key or a member. `key_hash` also " +
    "determines the workspace and the member. Without a key or a user, returns the workspace's " +
    "default guardrail only.",
  query: z.object({
    key_hash: z.string().min(1).max(128).optional(),
    user_id: z.string().min(1).max(128).optional(),
    workspace_id: WorkspaceRef,
  }),
  response: dataOf(EffectiveGuardrail),
  errors: [400, 401, 403, 404, 405, 429, 500],
});
