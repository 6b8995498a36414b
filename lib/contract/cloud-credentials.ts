import { z } from "zod";

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

export const AzureCredential = z
  .strictObject({
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
    deployments: z
      .record(z.string().min(1).max(256), z.string().regex(/^[A-Za-z0-9][\w.-]{0,127}$/, "a deployment name"))
      .refine((all) => Object.keys(all).length <= 200, "at most 200 deployments")
      .optional()
      .describe(
        "Deployment names by model (`gpt-4.1`). If set, only these models are called; otherwise each deployment " +
          "is expected to have its model's name.",
      ),
  })
  .refine(({ api_key, tenant_id, client_id, client_secret }) => {
    const entra = [tenant_id, client_id, client_secret].filter((part) => part !== undefined).length;
    return api_key === undefined ? entra === 3 : entra === 0;
  }, "use either `api_key`, or `tenant_id`, `client_id` and `client_secret`")
  .meta({ id: "AzureCredential" });

export type AzureCredential = z.output<typeof AzureCredential>;

/** Credentials with several parts, by provider ID. */
export const CLOUD_CREDENTIALS = { azure: AzureCredential } as const;

/** A credential with several parts; which parts it must have depends on its provider. */
export const CloudCredential = AzureCredential;
export type CloudCredential = z.input<typeof CloudCredential>;

export type CloudProvider = keyof typeof CLOUD_CREDENTIALS;

/** Returns whether a provider's credential has several parts. */
export function isCloudProvider(id: string | undefined): id is CloudProvider {
  return id !== undefined && Object.hasOwn(CLOUD_CREDENTIALS, id);
}
