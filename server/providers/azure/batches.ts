import type { ProviderBatches } from "../batch.ts";
import { parseCredential } from "../cloud/parsed-credential.ts";
import { openaiBatches } from "../openai/batches/batches.ts";
import type { AzureFields } from "./credential.ts";

/**
 * Azure's batches, which call deployments of their own type, "Global Batch" or "Data Zone Batch"; embeddings have none
 * (https://learn.microsoft.com/azure/ai-foundry/openai/how-to/batch).
 */
export const azureBatches: ProviderBatches = {
  ...openaiBatches({ paths: { responses: "/v1/responses", chat: "/v1/chat/completions" }, checksFiles: true }),
  usesTransport: true,
  modelName: (credential, model) => parseCredential<AzureFields>(credential).batch_deployments?.[model],
};
