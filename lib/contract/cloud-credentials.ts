import { z } from "zod";
import { DataRegion } from "./data-regions.ts";

const text = (most: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(most)
    .regex(/^[\x20-\x7e]+$/, "must be ASCII");
const Secret = text(8192).regex(/^[\x21-\x7e]+$/, "A key must not contain spaces, line breaks or non-ASCII characters");

/** A name that becomes part of a host or path, so it can name nothing else. */
const ResourceName = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9-]{0,62}$/, "letters, digits and hyphens");
const DirectoryName = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9.-]{0,126}$/, "letters, digits, dots and hyphens");

const Deployments = z
  .record(z.string().min(1).max(256), z.string().regex(/^[A-Za-z0-9][\w.-]{0,127}$/, "a deployment name"))
  .refine((all) => Object.keys(all).length <= 200, "at most 200 deployments");

const AzureParts = z.strictObject({
  resource: ResourceName.optional().describe(
    "Name of the Azure OpenAI or Foundry resource, the first part of its endpoint's host",
  ),
  api_key: Secret.optional().describe("Key of the resource. Omit it to sign in with Microsoft Entra ID."),
  tenant_id: DirectoryName.optional().describe("Entra tenant of the application"),
  client_id: text(128).optional().describe("Application (client) ID"),
  client_secret: Secret.optional().describe("Client secret of the application"),
  api_version: z
    .string()
    .regex(/^(v1|preview|\d{4}-\d{2}-\d{2}(-preview)?)$/, "`v1`, `preview` or a date such as `2025-04-01-preview`")
    .optional()
    .describe("API version. Defaults to `v1`; a date selects the older API, which names deployments in the path."),
  data_region: DataRegion.optional().describe(
    "Where the deployments process data. This depends on their type and the resource's region. Unknown if omitted. " +
      "GPT and Claude cost more in `europe` and `us` than in `global`, and are priced as `global` if omitted.",
  ),
  deployments: Deployments.optional().describe(
    "Deployment names by model (`gpt-5.4`). If set, only these models are called; otherwise each deployment " +
      "is expected to have its model's name.",
  ),
  batch_deployments: Deployments.optional().describe(
    "Names of deployments of the type Global Batch or Data Zone Batch, by model. Batches for these models run " +
      "as Azure batches, at half the price; those for other models run in the gateway. `data_region` must apply " +
      "to these deployments too.",
  ),
});

export const AzureCredential = AzureParts.refine(({ api_key, tenant_id, client_id, client_secret }) => {
  const entra = [tenant_id, client_id, client_secret].filter((part) => part !== undefined).length;
  return api_key === undefined ? entra === 3 : entra === 0;
}, "use either `api_key`, or `tenant_id`, `client_id` and `client_secret`").meta({ id: "AzureCredential" });

export type AzureCredential = z.output<typeof AzureCredential>;

const BedrockParts = z.strictObject({
  region: z
    .string()
    .regex(/^[a-z]{2}(-[a-z]+)+-\d{1,2}$/, "an AWS region such as `us-east-1`")
    .describe("Region whose Bedrock endpoint is called"),
  api_key: Secret.optional().describe("Bedrock API key. Omit it to sign requests with an access key."),
  access_key_id: Secret.optional(),
  secret_access_key: Secret.optional(),
  session_token: Secret.optional().describe("For temporary access keys"),
  inference_profile: z
    .enum(["us", "eu", "apac", "jp", "au", "ca", "in", "us-gov", "global", "none"])
    .optional()
    .describe(
      "Cross-region inference profile: of the models that have profiles, only those in it are called, at its prices. " +
        "Defaults to the region's geography.",
    ),
  models: z
    .record(
      z.string().min(1).max(256),
      z
        .string()
        .max(2048)
        .regex(/^[A-Za-z0-9][\w.:/-]*$/, "a model ID, or the ARN of an inference profile or provisioned model"),
    )
    .refine((all) => Object.keys(all).length <= 200, "at most 200 models")
    .optional()
    .describe("IDs or ARNs to call by model ID, such as application inference profiles and provisioned throughput"),
});

export const BedrockCredential = BedrockParts.refine(
  ({ api_key, access_key_id, secret_access_key, session_token }) =>
    api_key === undefined
      ? access_key_id !== undefined && secret_access_key !== undefined
      : access_key_id === undefined && secret_access_key === undefined && session_token === undefined,
  "use either `api_key`, or `access_key_id` and `secret_access_key`",
).meta({ id: "BedrockCredential" });
export type BedrockCredential = z.output<typeof BedrockCredential>;

const ServiceAccount = z
  .object({
    client_email: z.email(),
    private_key: z
      .string()
      .max(8192)
      .regex(/^-----BEGIN PRIVATE KEY-----\s/, "the private key of a service account, in PEM"),
    private_key_id: text(256).optional(),
  })
  .describe("A service account key as Google creates it. Its other fields, such as addresses, are not used.");

const VertexParts = z.strictObject({
  project: z
    .string()
    .regex(/^[a-z][a-z0-9.:-]{4,126}$/, "a project ID")
    .describe("Google Cloud project to bill"),
  location: z
    .string()
    .regex(/^([a-z]+-[a-z]+\d{1,2}|us|eu|global)$/, "`global`, `us`, `eu` or a region such as `europe-west1`")
    .optional()
    .describe("Defaults to `global`. Claude and some Gemini models cost more in a region."),
});

export const VertexCredential = VertexParts.extend({ service_account: ServiceAccount }).meta({
  id: "VertexCredential",
});
export type VertexCredential = z.output<typeof VertexCredential>;

/** What Google Cloud writes for workloads of other platforms. Its addresses are not used, except to name an account. */
const WorkloadIdentity = z.object({
  type: z.literal("external_account"),
  audience: text(1024),
  subject_token_type: text(256),
  service_account_impersonation_url: z.url().optional(),
  credential_source: z.object({
    file: z.string().min(1, "only identities whose token is in a file are supported"),
    format: z.object({ type: z.enum(["text", "json"]), subject_token_field_name: text(256).optional() }).optional(),
  }),
});
export type WorkloadIdentity = z.output<typeof WorkloadIdentity>;

/** Credentials with several parts, by provider ID. */
export const CLOUD_CREDENTIALS = {
  azure: AzureCredential,
  "amazon-bedrock": BedrockCredential,
  "google-vertex": VertexCredential,
} as const;

/**
 * The credentials that an operator may set in the environment. `ambient`: the cloud gives them to this machine, which a
 * customer's credential must never ask for.
 */
export const SYSTEM_CREDENTIALS: Record<CloudProvider, z.ZodType> = {
  azure: z.union([AzureCredential, AzureParts.extend({ ambient: z.literal(true) })]),
  "amazon-bedrock": z.union([BedrockCredential, BedrockParts.extend({ ambient: z.literal(true) })]),
  "google-vertex": z.union([
    VertexCredential,
    VertexParts.extend({ ambient: z.literal(true) }),
    VertexParts.extend({ workload_identity: WorkloadIdentity }),
  ]),
};

/** A credential with several parts; which parts it must have depends on its provider. */
export const CloudCredential = z.union([AzureCredential, BedrockCredential, VertexCredential]);
export type CloudCredential = z.input<typeof CloudCredential>;

export type CloudProvider = keyof typeof CLOUD_CREDENTIALS;

/** Returns whether a provider's credential has several parts. */
export function isCloudProvider(id: string | undefined): id is CloudProvider {
  return id !== undefined && Object.hasOwn(CLOUD_CREDENTIALS, id);
}
