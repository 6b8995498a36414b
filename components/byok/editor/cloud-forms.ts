import type { CloudProvider } from "#lib/contract/cloud-credentials.ts";

/** One part of a credential. `isMap`: pairs such as `gpt-5.4=my-deployment`, separated by commas or lines. */
export type CloudField = {
  name: string;
  label: string;
  isSecret?: boolean;
  isOptional?: boolean;
  isMap?: boolean;
  /** A whole document, such as a service account. */
  isLong?: boolean;
  placeholder?: string;
  hint?: string;
};

/** The parts of a cloud's credential: those of each way to sign in, and those of all. */
export type CloudForm = { ways: { label: string; fields: CloudField[] }[]; fields: CloudField[] };

export const CLOUD_FORMS: Record<CloudProvider, CloudForm> = {
  azure: {
    ways: [
      { label: "API key", fields: [{ name: "api_key", label: "API key", isSecret: true }] },
      {
        label: "Microsoft Entra ID",
        fields: [
          { name: "tenant_id", label: "Tenant ID" },
          { name: "client_id", label: "Client ID" },
          { name: "client_secret", label: "Client secret", isSecret: true },
        ],
      },
    ],
    fields: [
      {
        name: "resource",
        label: "Resource",
        placeholder: "my-resource",
        hint: "The first part of the endpoint's host",
      },
      {
        name: "api_version",
        label: "API version",
        isOptional: true,
        placeholder: "v1",
        hint: "v1, preview or a date such as 2025-04-01-preview",
      },
      {
        name: "data_region",
        label: "Data region",
        isOptional: true,
        placeholder: "europe",
        hint: "europe, us or global: where the deployments process data. Guardrails can require it, and prices depend on it.",
      },
      {
        name: "deployments",
        label: "Deployments",
        isOptional: true,
        isMap: true,
        placeholder: "gpt-5.4=my-deployment",
        hint: "Only these models are called. If empty, each deployment must have its model's name.",
      },
      {
        name: "batch_deployments",
        label: "Batch deployments",
        isOptional: true,
        isMap: true,
        placeholder: "gpt-5.4=my-batch-deployment",
        hint: "Deployments of the type Global Batch or Data Zone Batch. Batches of these models run there at half the price.",
      },
    ],
  },
  "amazon-bedrock": {
    ways: [
      {
        label: "Access key",
        fields: [
          { name: "access_key_id", label: "Access key ID" },
          { name: "secret_access_key", label: "Secret access key", isSecret: true },
          { name: "session_token", label: "Session token", isSecret: true, isOptional: true },
        ],
      },
      { label: "Bedrock API key", fields: [{ name: "api_key", label: "API key", isSecret: true }] },
    ],
    fields: [
      { name: "region", label: "Region", placeholder: "eu-central-1" },
      {
        name: "inference_profile",
        label: "Inference profile",
        isOptional: true,
        placeholder: "global",
        hint: "us, eu, apac, jp, au, ca, in, us-gov, global or none. Defaults to the region's geography.",
      },
      {
        name: "models",
        label: "Models",
        isOptional: true,
        isMap: true,
        placeholder: "amazon.nova-pro-v1:0=arn:aws:bedrock:…",
        hint: "Only these models are called, by these IDs or ARNs.",
      },
    ],
  },
  "google-vertex": {
    ways: [
      {
        label: "Service account",
        fields: [
          {
            name: "service_account",
            label: "Service account key",
            isLong: true,
            placeholder: '{ "type": "service_account", … }',
            hint: "The JSON file that Google Cloud creates for the service account",
          },
        ],
      },
    ],
    fields: [
      { name: "project", label: "Project ID", placeholder: "my-project" },
      {
        name: "location",
        label: "Location",
        isOptional: true,
        placeholder: "global",
        hint: "global, us, eu or a region such as europe-west1",
      },
    ],
  },
};

/** Returns the provider if its credential has several parts. */
export function cloudOf(provider: string | undefined): CloudProvider | undefined {
  return provider !== undefined && Object.hasOwn(CLOUD_FORMS, provider) ? (provider as CloudProvider) : undefined;
}

/** Returns the credential as JSON text; empty while a required part is missing. */
export function credentialText(fields: readonly CloudField[], values: Readonly<Record<string, string>>): string {
  const filled = fields.flatMap((field) => {
    const text = values[field.name]?.trim() ?? "";
    return text === "" ? [] : [[field.name, partOf(field, text)] as const];
  });
  const isComplete = fields.every(({ name, isOptional }) => isOptional || values[name]?.trim());
  return isComplete ? JSON.stringify(Object.fromEntries(filled)) : "";
}

function partOf({ isMap, isLong }: CloudField, text: string): unknown {
  if (isMap) return pairsIn(text);
  if (!isLong) return text;
  try {
    return JSON.parse(text);
  } catch {
    // The gateway says what is wrong.
    return text;
  }
}

/** Reads pairs such as `gpt-5.4=my-deployment`; `gpt-5.4` alone means a deployment with the model's name. */
function pairsIn(text: string): Record<string, string> {
  const pairs = text.split(/[\n,]/).map((pair) => pair.trim());
  return Object.fromEntries(
    pairs.filter(Boolean).map((pair) => {
      const at = pair.indexOf("=");
      return at < 0 ? [pair, pair] : [pair.slice(0, at).trim(), pair.slice(at + 1).trim()];
    }),
  );
}
