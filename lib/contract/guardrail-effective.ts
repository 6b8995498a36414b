import { z } from "zod";
import { dataOf, ResetInterval } from "./common.ts";
import { endpoint } from "./endpoint.ts";

export const GuardrailSource = z
  .object({
    guardrail_id: z.string(),
    guardrail_name: z.string(),
    scope: z.enum(["workspace", "member", "key"]).describe("How it comes to hold"),
  })
  .meta({ id: "GuardrailSource" });

const Rule = z.object({
  id: z.string().describe("The slug of a builtin; the same for the same pattern"),
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
      .describe("The guardrails it is made of: the workspace's, the member's, the key's"),
    input_rules: z.array(Rule).describe("For the texts of requests"),
    output_rules: z.array(Rule).describe("For the texts of answers"),
    restore_placeholders: z.boolean(),
    allowed_models: z.array(List).describe("Each of the lists must name the model"),
    ignored_models: z.array(List),
    allowed_providers: z.array(List).describe("Each of the lists must name the provider"),
    ignored_providers: z.array(List),
    zero_data_retention: z.array(
      z.object({ providers: z.enum(["anthropic", "openai", "google", "other"]), source: GuardrailSource }),
    ),
    budgets: z.array(
      z.object({
        limit_usd: z.number(),
        spent_usd: z.number().describe("What counts under the limit since it was reset"),
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
  summary: "What the guardrails of a key or a member ask together",
  description: "With a key, its workspace and its maker are the key's; without either, the workspace's default alone.",
  query: z.object({
    key_hash: z.string().min(1).max(128).optional(),
    user_id: z.string().min(1).max(128).optional(),
    workspace_id: z.string().optional().describe("UUID or slug; the caller's workspace if absent"),
  }),
  response: dataOf(EffectiveGuardrail),
  errors: [400, 401, 403, 404, 405, 429, 500],
});
