import { z } from "zod";
import { dataOf, Timestamp } from "./common.ts";
import { endpoint } from "./endpoint.ts";

const KINDS = [
  ...["member", "workspace", "budget", "member_cap", "shared_budget", "rate_limit", "key", "guardrail"],
  ...["credential", "credential_pool", "custom_provider"],
  ...["preset", "model_alias", "destination", "alert_channel", "alert_rule", "price"],
  ...["group_mapping", "just_in_time"],
] as const;

const count = z.number().int();

export const ConfigChange = z
  .object({
    action: z.enum(["create", "update", "delete"]),
    kind: z.enum(KINDS),
    workspace: z.string().nullable().describe("Workspace slug. Null for records of the organization."),
    name: z.string().describe("The name that identifies the record in its workspace"),
    fields: z
      .array(z.object({ field: z.string(), before: z.unknown(), after: z.unknown() }))
      .describe("The fields that change. A secret is shown as its reference."),
  })
  .meta({ id: "ConfigChange" });

const usd = z.number().describe("Amount in USD");
const workspace = z.string().describe("Slug");

export const ConfigEffect = z
  .object({
    from: Timestamp,
    to: Timestamp,
    calls: count.describe("Number of requests examined"),
    is_complete: z
      .boolean()
      .describe("False if a workspace had more than 10,000 requests in that time, so only the latest were examined"),
    rejected: z
      .array(
        z.object({
          workspace,
          cause: z.string().describe("The guardrail or key that would have rejected them"),
          calls: count,
          cost_usd: usd.describe("What these requests cost, in USD"),
          models: z.array(z.string()).describe("Up to ten of the requested models"),
        }),
      )
      .describe("Requests that succeeded and would have been rejected"),
    moved: z
      .array(
        z.object({
          workspace,
          cause: z.string(),
          calls: count,
          cost_usd: usd,
          new_cost_usd: usd.describe("Their cost at the cheapest remaining provider, in USD, if it has prices"),
          unpriced_calls: count.describe("Requests that `new_cost_usd` does not include"),
        }),
      )
      .describe("Requests that would have gone to another provider of the same model"),
    content: z
      .array(
        z.object({
          workspace,
          calls: count.describe("Requests that the changed content filters would have checked"),
          checked_calls: count.describe("Requests whose stored content was checked, at most the latest 200"),
          newly_blocked: count,
          newly_redacted: count,
          no_longer_blocked: count,
        }),
      )
      .describe("What changed content filters would have done to requests whose content is stored"),
    prices: z
      .object({
        calls: count.describe("Requests at model endpoints whose prices change"),
        cost_usd: usd.describe("Their cost at today's prices, in USD"),
        new_cost_usd: usd,
        unpriced_calls: count.describe("Requests that could not be priced again and are not in either sum"),
      })
      .nullable()
      .describe("Null if no price changes"),
    budgets: z
      .array(
        z.object({
          workspace,
          name: z.string().describe("The budget or key whose limit changes"),
          limit_usd: usd,
          exceeded: z
            .array(z.object({ from: z.string().describe("First day of the period, UTC"), spent_usd: usd }))
            .describe("Periods of the last seven days with more spending than the limit"),
        }),
      )
      .describe("Limits that change or are new"),
    not_computed: z.array(z.string()).describe("Effects that cannot be computed from past requests"),
  })
  .meta({ id: "ConfigEffect" });

export const ConfigPlan = z
  .object({
    plan_hash: z.string().describe("Identifies these changes. Apply them with this hash."),
    changes: z.array(ConfigChange),
    notes: z.array(z.string()).describe("What the document requests but `apply` cannot do"),
    effect: ConfigEffect.describe("What the changes would have done to the requests of the last seven days"),
  })
  .meta({ id: "ConfigPlan" });

export const ConfigDrift = z
  .object({
    applied: z
      .object({ at: Timestamp, by: z.string().describe("A user's email or a key's label"), plan_hash: z.string() })
      .nullable()
      .describe("The last application of a document. Null if there was none."),
    has_drift: z.boolean(),
    changes: z.array(ConfigChange),
    notes: z.array(z.string()),
    file: z
      .object({
        path: z.string(),
        problem: z.string().nullable().describe("Why the file is not in effect. Null if it is."),
        problem_since: Timestamp.nullable(),
      })
      .nullable()
      .describe("The file that the responding process takes its configuration from. Null without `CONFIG_FILE`."),
  })
  .meta({ id: "ConfigDrift" });

const sent = {
  document: z.string().min(1).max(4_000_000).describe("The document as YAML or JSON text"),
  secrets: z
    .record(z.string().max(1100), z.string().min(1).max(8192))
    .optional()
    .describe(
      "Values of the document's references, by `env:<name>` or `file:<path>`. Without its value, a stored secret stays.",
    ),
};

const shared = { resource: "config", roles: "administrators", access: "management" } as const;

export const getConfig = endpoint({
  ...shared,
  id: "getConfig",
  method: "GET",
  path: "/config",
  summary: "Export the configuration",
  description:
    "Returns the organization's configuration as one document without secrets. Management keys, keys of your " +
    "end users, and expired and rotated keys are not part of it. Fails with 409 if two records of the same kind " +
    "have the same name.",
  response: dataOf(
    z.object({
      document: z.looseObject({ version: z.literal(1) }),
      yaml: z.string().describe("The document as YAML"),
    }),
  ),
  errors: [401, 403, 405, 409, 429, 500],
});

export const planConfig = endpoint({
  ...shared,
  id: "planConfig",
  method: "POST",
  path: "/config/plan",
  isQuery: true,
  summary: "Plan a configuration",
  description:
    "Returns the changes that applying the document would make. Changes nothing. For an invalid document, " +
    "`error.metadata.problems` lists every problem with its path, line and column.",
  largeBody: true,
  body: z.strictObject(sent),
  response: dataOf(ConfigPlan),
  errors: [400, 401, 403, 404, 405, 409, 413, 429, 500],
});

export const applyConfig = endpoint({
  ...shared,
  id: "applyConfig",
  method: "POST",
  path: "/config",
  summary: "Apply a configuration",
  description:
    "Makes all changes of a plan or none, each with an audit entry. Fails with 409 if the plan would now be " +
    "different, or if the gateway takes its configuration from a file (`CONFIG_FILE`).",
  largeBody: true,
  body: z.strictObject({ ...sent, plan_hash: z.string().regex(/^[0-9a-f]{64}$/, "64 hexadecimal digits") }),
  response: z.object({
    data: z.object({
      plan_hash: z.string(),
      applied_at: Timestamp,
      created: count,
      updated: count,
      deleted: count,
      notes: z.array(z.string()),
    }),
    keys: z
      .array(z.object({ workspace: z.string(), name: z.string(), key: z.string() }))
      .describe("API keys that were created, shown only once"),
  }),
  errors: [400, 401, 403, 404, 405, 409, 413, 429, 500],
});

export const getConfigDrift = endpoint({
  ...shared,
  id: "getConfigDrift",
  method: "GET",
  path: "/config/drift",
  summary: "Get configuration drift",
  description:
    "Compares the document that was applied last with the configuration as it is now. `changes` are what applying it " +
    "again would change. Secrets are not compared.",
  response: dataOf(ConfigDrift),
  errors: [401, 403, 405, 409, 429, 500],
});

export const getConfigSchema = endpoint({
  ...shared,
  id: "getConfigSchema",
  method: "GET",
  path: "/config/schema",
  summary: "Get the configuration schema",
  description: "For editors. The schema also says which fields a document can have.",
  response: z.looseObject({ $schema: z.string() }),
  errors: [401, 403, 405, 429, 500],
});
