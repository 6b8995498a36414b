import type { Vault } from "#server/security/vault.ts";
import type { PipelineGateway } from "../pipeline-gateway.ts";
import { checkServer } from "./check-server.ts";
import { openSecrets } from "./custom-secrets.ts";

type Parts = Pick<PipelineGateway, "providerSets" | "egress" | "allowedEgress" | "environment" | "now" | "log"> & {
  vault: Vault;
};

const REFRESH_MS = 3_600_000;
const RETRY_MS = 60_000;
/** The most models that are offered from one list, as many as an administrator can state. */
const MOST_MODELS = 500;

/**
 * Returns a job that reads the model lists of custom providers that ask for it: soon after they are added or changed,
 * and again after an hour; after a failed read, in a minute. Models that a list no longer has are no longer offered.
 */
export function modelListsJob(gateway: Parts): () => Promise<void> {
  const { providerSets, vault, now, log } = gateway;
  const triedAtMs = new Map<string, number>();
  return async () => {
    const due = providerSets.listing().filter((row) => {
      const known = providerSets.found(row);
      if (known) return known.readAtMs + REFRESH_MS <= now();
      return (triedAtMs.get(`${row.id} ${row.baseUrl}`) ?? 0) + RETRY_MS <= now();
    });
    await Promise.all(
      due.map(async (row) => {
        const { id, api, baseUrl, slug } = row;
        triedAtMs.set(`${id} ${baseUrl}`, now());
        const secrets = openSecrets(vault, row);
        if (!secrets) return;
        const checked = await checkServer(gateway, { api, baseUrl, secrets }, new AbortController().signal);
        if (checked.outcome === "ok") providerSets.setModelList(row, checked.models.slice(0, MOST_MODELS), now());
        else log.warn({ provider: slug, reason: checked.message }, "a custom provider's model list could not be read");
      }),
    );
  };
}
