import { z } from "zod";
import { AlertChannel, CHANNEL_CONFIGS } from "./alert-channels.ts";
import { AlertRule, byKind } from "./alert-rules.ts";
import { BUDGET_INTERVALS } from "./budgets.ts";
import { createCredential } from "./byok.ts";
import { setCredentialPool } from "./credential-pools.ts";
import { createCustomProvider } from "./custom-providers.ts";
import { DESTINATION_CONFIGS } from "./destination-config.ts";
import { createDestination } from "./destinations.ts";
import { createGroupMapping, putJustInTime } from "./group-mappings.ts";
import { createGuardrail } from "./guardrails.ts";
import { createKey } from "./keys.ts";
import { putDefaultCap } from "./member-caps.ts";
import { updateMember } from "./members.ts";
import { createModelAlias } from "./model-aliases.ts";
import { PRESET_SLUG } from "./presets.ts";
import { createPriceOverride } from "./prices.ts";
import { NewRateLimit } from "./rate-limits.ts";
import { createSharedBudget } from "./shared-budgets.ts";
import { createWorkspace } from "./workspaces.ts";

const Email = z.email().max(320).describe("Email address of a member of the organization");
const KeyNames = z
  .array(z.string().min(1).max(200))
  .max(1000)
  .describe("Names of the workspace's keys, or hashes of keys that the document does not list");

/** Where to read a secret from; a document never contains one. */
export const SecretReference = z
  .union([
    z.strictObject({ env: z.string().regex(/^[A-Za-z_][A-Za-z0-9_]{0,199}$/, "must be the name of a variable") }),
    z.strictObject({ file: z.string().min(1).max(1024) }),
  ])
  .describe("Where to read the secret: an environment variable (`env`) or a file (`file`)");

const BudgetConfig = z.strictObject({
  interval: z.enum(BUDGET_INTERVALS),
  limit_usd: z.number().positive().max(9_000_000),
});

/** Stands for the members without their own caps. */
export const DEFAULT_CAP = "default";

const CapAmount = putDefaultCap.body.shape.daily_usd.optional();
const MemberCapConfig = z
  .strictObject({
    member: z
      .union([z.literal(DEFAULT_CAP), Email])
      .describe("Email address of a member, or `default` for members who are not listed"),
    daily_usd: CapAmount,
    monthly_usd: CapAmount,
  })
  .describe("What a member may spend in the workspace. Replaces the default as a whole.");

const SharedBudgetConfig = createSharedBudget.body
  .omit({ key_hashes: true, user_ids: true })
  .extend({ keys: KeyNames.optional(), members: z.array(Email).max(1000).optional() })
  .describe("A budget that keys, members, tags and end users of the workspace share");

const RateLimitConfig = z
  .strictObject({
    ...without(NewRateLimit.shape, ["key_hash", "user_id", "model"]),
    key: KeyNames.element
      .nullish()
      .describe("With the subject `key`: the only key that the rule limits, by name. Null limits each key on its own."),
    member: Email.nullish().describe(
      "With the subject `member`: the only member that the rule limits. Null limits each member on its own.",
    ),
    model: NewRateLimit.shape.model.describe("ID of the only model that the rule limits. Null counts all models."),
  })
  .describe("A limit on requests and tokens");

const KeyConfig = createKey.body
  .omit({ workspace_id: true, creator_user_id: true, is_management_key: true, external: true })
  .extend({
    disabled: z.boolean().optional(),
    creator: Email.nullish().describe("Set when the key is created, and not compared afterwards"),
    guardrail_name: z.string().min(1).max(200).nullish().describe("Guardrail of the workspace assigned to the key"),
  })
  .describe("An API key. Its secret is created on the first apply and returned once.");

const GuardrailConfig = createGuardrail.body.omit({ workspace_id: true, enforce_zdr: true }).extend({
  is_default: z.boolean().optional().describe("Whether this is the workspace's default guardrail"),
  members: z.array(Email).max(1000).optional().describe("Members that the guardrail is assigned to"),
});

const CredentialConfig = z
  .strictObject({
    ...without(createCredential.body.shape, ["workspace_id", "key", "allowed_user_ids", "allowed_api_key_hashes"]),
    key: SecretReference,
    allowed_users: z.array(Email).max(100).nullish().describe("Null allows all users"),
    allowed_api_keys: KeyNames.min(1)
      .max(100)
      .nullish()
      .describe(
        "Names of keys in the workspace, or `<workspace>/<name>` if the credential belongs to the organization. Null allows all.",
      ),
  })
  .refine(({ is_fallback, is_byok_only }) => !(is_fallback && is_byok_only), {
    message: "cannot be combined with is_byok_only",
    path: ["is_fallback"],
  })
  .describe("A provider key. Keys of one provider are tried in the order of the list.");

const CredentialPoolConfig = z
  .strictObject({
    provider: createCredential.body.shape.provider,
    strategy: setCredentialPool.body.shape.strategy,
  })
  .describe("How the keys of a provider share its requests. Without one, they are tried in order.");

const CustomProviderConfig = z
  .strictObject({
    ...without(createCustomProvider.body.shape, ["workspace_id", "api_key", "headers"]),
    api_key: SecretReference.nullish(),
    headers: z.record(z.string().min(1).max(100), SecretReference).optional(),
  })
  .describe("An OpenAI-compatible or Anthropic-compatible server with its models");

const ModelAliasConfig = createModelAlias.body.omit({ workspace_id: true });

const PresetConfig = z.strictObject({
  slug: z.string().regex(PRESET_SLUG, "letters, digits, dots, hyphens and underscores, at most 64"),
  config: z.record(z.string(), z.unknown()).describe("Request settings, with the field names of chat completions"),
  system_prompt: z.string().min(1).nullish(),
});

const [webhook, collector, bucket, disk] = createDestination.body.options;
const SecretHeaders = z.record(z.string().min(1).max(100), SecretReference).optional();
const unnamed = { workspace_id: true, api_key_hashes: true } as const;
const named = { api_keys: KeyNames.min(1).max(100).nullish().describe("Null sends the requests of all keys") };

const DestinationConfig = z.discriminatedUnion("type", [
  webhook.omit(unnamed).extend({ ...named, config: DESTINATION_CONFIGS.webhook.extend({ headers: SecretHeaders }) }),
  collector
    .omit(unnamed)
    .extend({ ...named, config: DESTINATION_CONFIGS["otel-collector"].extend({ headers: SecretHeaders }) }),
  bucket.omit(unnamed).extend({
    ...named,
    config: DESTINATION_CONFIGS.s3.extend({
      accessKeyId: SecretReference,
      secretAccessKey: SecretReference,
      sessionToken: SecretReference.optional(),
      headers: SecretHeaders,
    }),
  }),
  disk.omit(unnamed).extend(named),
]);

const SecretUrl = z.strictObject({ url: SecretReference });
const channelNamed = { name: AlertChannel.shape.name };
const AlertChannelConfig = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("webhook"), ...channelNamed, config: SecretUrl }),
  z.strictObject({ type: z.literal("slack"), ...channelNamed, config: SecretUrl }),
  z.strictObject({ type: z.literal("teams"), ...channelNamed, config: SecretUrl }),
  z.strictObject({ type: z.literal("email"), ...channelNamed, config: CHANNEL_CONFIGS.email }),
]);

const AlertRuleConfig = byKind({
  name: AlertRule.shape.name,
  enabled: AlertRule.shape.enabled.default(true),
  channels: z
    .array(z.string().min(1).max(220))
    .max(20)
    .default([])
    .describe("Channels of the workspace that are notified, as `<type>/<name>`: `slack/On call`"),
});

const PriceConfig = z
  .strictObject({
    ...without(createPriceOverride.body.shape, ["credential_id"]),
    credential: z
      .strictObject({ provider: z.string(), name: z.string().nullable(), workspace: z.string().nullish() })
      .nullish()
      .describe("The credential that the price applies to. Without `workspace`, one that belongs to the organization."),
  })
  .describe("A negotiated price or a discount");

const WorkspaceSlug = createGroupMapping.body.shape.workspace_id.unwrap().unwrap();

const GroupMappingConfig = z
  .strictObject({
    ...without(createGroupMapping.body.shape, ["workspace_id"]),
    role: createGroupMapping.body.shape.role.default(null),
    workspace: WorkspaceSlug.nullish().describe("Slug of a workspace. Null gives only the role."),
  })
  .refine(({ role, workspace }) => role !== null || workspace, { message: "Choose a role, a workspace or both" })
  .describe("What the members of a directory group get. A group has one mapping for each workspace.");

const JustInTimeConfig = z
  .strictObject({
    ...without(putJustInTime.body.shape, ["workspace_id"]),
    workspace: WorkspaceSlug.nullish().describe("Slug of the workspace they are added to, besides the default one"),
  })
  .describe("Who joins when they first use single sign-on, without an invitation. With no domains, nobody does.");

export const WorkspaceConfig = createWorkspace.body.omit({ io_logging_api_key_ids: true }).extend({
  io_logging_api_keys: KeyNames.nullish().describe("Keys whose content is stored. Null means all keys."),
  include_byok_in_budgets: z.boolean().optional().describe("Requires at least one budget"),
  members: z
    .array(Email)
    .max(10_000)
    .optional()
    .describe("Members of the workspace. Not allowed for the default workspace."),
  budgets: z.array(BudgetConfig).max(4).optional(),
  member_caps: z.array(MemberCapConfig).max(10_000).optional(),
  shared_budgets: z.array(SharedBudgetConfig).max(1000).optional(),
  rate_limits: z.array(RateLimitConfig).max(200).optional(),
  keys: z.array(KeyConfig).max(10_000).optional(),
  guardrails: z.array(GuardrailConfig).max(1000).optional(),
  credentials: z.array(CredentialConfig).max(500).optional(),
  credential_pools: z.array(CredentialPoolConfig).max(200).optional(),
  custom_providers: z.array(CustomProviderConfig).max(50).optional(),
  presets: z.array(PresetConfig).max(500).optional(),
  model_aliases: z.array(ModelAliasConfig).max(200).optional(),
  destinations: z.array(DestinationConfig).max(20).optional(),
  alert_channels: z.array(AlertChannelConfig).max(50).optional().describe("Where alert rules send their messages"),
  alert_rules: z.array(AlertRuleConfig).max(100).optional(),
});

/**
 * The whole configuration. A list that is present is complete: records that it omits are deleted, except members. A
 * list that is absent is not managed. An omitted field has its default.
 */
export const ConfigDocument = z
  .strictObject({
    version: z.literal(1),
    members: z
      .array(z.strictObject({ email: Email, role: updateMember.body.shape.role }))
      .max(10_000)
      .optional()
      .describe("Roles of members. Members who are not listed keep their roles."),
    credentials: z.array(CredentialConfig).max(500).optional().describe("Provider keys of the whole organization"),
    credential_pools: z.array(CredentialPoolConfig).max(200).optional().describe("Pools of these provider keys"),
    custom_providers: z
      .array(CustomProviderConfig)
      .max(50)
      .optional()
      .describe("Custom providers that serve every workspace"),
    prices: z.array(PriceConfig).max(10_000).optional(),
    group_mappings: z.array(GroupMappingConfig).max(200).optional(),
    just_in_time: JustInTimeConfig.optional(),
    workspaces: z.array(WorkspaceConfig).max(1000).optional(),
  })
  .describe("The configuration of an organization");

export type ConfigDocument = z.output<typeof ConfigDocument>;

function without<Shape extends object, Name extends keyof Shape>(shape: Shape, names: readonly Name[]) {
  const entries = Object.entries(shape).filter(([name]) => !(names as readonly string[]).includes(name));
  return Object.fromEntries(entries) as Omit<Shape, Name>;
}
