import type { AzureCredential } from "#lib/contract/cloud-credentials.ts";
import { fieldsIn, maskedEnd, pairsIn } from "../cloud/environment-fields.ts";
import { parseCredential } from "../cloud/parsed-credential.ts";
import type { StructuredCredential } from "../cloud/transport.ts";

/** `ambient`: tokens come from the managed or workload identity of this machine. */
export type AzureFields = AzureCredential & { ambient?: true };

/** The part of the base URL that a credential's resource replaces. */
export const RESOURCE = "{resource}";

const COMMON = { api_version: "AZURE_API_VERSION", data_region: "AZURE_DATA_REGION" };
const PLACE_VARIABLES = { resource: "AZURE_RESOURCE_NAME", ...COMMON };
const KEY_VARIABLES = { ...PLACE_VARIABLES, api_key: "AZURE_API_KEY" };
const ENTRA_VARIABLES = {
  ...PLACE_VARIABLES,
  tenant_id: "AZURE_TENANT_ID",
  client_id: "AZURE_CLIENT_ID",
  client_secret: "AZURE_CLIENT_SECRET",
};

export const azureCredential: StructuredCredential = {
  variables: {
    ...KEY_VARIABLES,
    ...ENTRA_VARIABLES,
    deployments: "AZURE_DEPLOYMENTS",
    batch_deployments: "AZURE_BATCH_DEPLOYMENTS",
  },
  fromEnvironment(variables, baseUrl) {
    const { AZURE_RESOURCE_NAME: resource, AZURE_API_KEY: key, AZURE_BASE_URL: address } = variables;
    // Other software reads AZURE_CLIENT_SECRET too: only a key, a resource or an address enables the provider.
    const hasSecret = Boolean(variables.AZURE_CLIENT_SECRET);
    if (!key && !resource && !(address && hasSecret)) return undefined;
    if (!resource && baseUrl.includes(RESOURCE))
      throw new Error("The environment variable AZURE_RESOURCE_NAME is required with AZURE_API_KEY.");
    const fields = fieldsIn(variables, key ? KEY_VARIABLES : hasSecret ? ENTRA_VARIABLES : PLACE_VARIABLES);
    const isAmbient = !key && !hasSecret;
    const deployments = pairsIn(variables.AZURE_DEPLOYMENTS);
    const batchDeployments = pairsIn(variables.AZURE_BATCH_DEPLOYMENTS);
    return {
      ...fields,
      ...(deployments && { deployments }),
      ...(batchDeployments && { batch_deployments: batchDeployments }),
      ...(isAmbient && { ambient: true }),
    };
  },
  label(credential) {
    const { resource, api_key: key, client_id: client, ambient } = parseCredential<AzureFields>(credential);
    return [resource, client ?? (ambient ? undefined : maskedEnd(key))].filter(Boolean).join(" ");
  },
  // Neither the resource nor the deployment tells its region.
  dataRegion: (credential) => parseCredential<AzureFields>(credential).data_region,
  geography(credential, model) {
    const { data_region: region = "global" } = parseCredential<AzureFields>(credential);
    if (region === "global" || !HAS_REGIONAL_PRICE.test(model)) return null;
    return region === "europe" && model.startsWith("gpt-6") ? "gpt-6 in europe" : "regional";
  },
  covers(credential, model) {
    const { deployments } = parseCredential<AzureFields>(credential);
    return !deployments || deployments[model] !== undefined;
  },
};

/**
 * GPT and Claude cost more outside of global deployments: https://azure.microsoft.com/pricing/details/azure-openai and
 * https://platform.claude.com/docs/en/build-with-claude/claude-in-microsoft-foundry. So do speech and transcripts of GPT, by
 * their meters in data zones (https://prices.azure.com/api/retail/prices, `gpt-4o-transcribe-aud-inp-dz`). Nothing is known of
 * images and GPT Audio.
 */
const HAS_REGIONAL_PRICE = /^(?:claude-|codex-|o\d|gpt-(?!oss|image|audio|realtime))/;
