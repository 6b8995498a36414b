import { testCustomProvider as endpoint } from "#lib/contract/custom-providers.ts";
import { HttpError } from "#server/errors.ts";
import { operation } from "#server/http/operation.ts";
import { checkServer } from "#server/pipeline/custom-providers/check-server.ts";
import { openSecrets } from "#server/pipeline/custom-providers/custom-secrets.ts";
import { requireCustomProvider } from "./require-custom-provider.ts";

export const testCustomProvider = operation(endpoint)(async (gateway, { principal, params, departure }) => {
  const row = await requireCustomProvider(gateway, principal, params.id);
  const secrets = openSecrets(gateway.vault, row);
  if (!secrets) throw new HttpError(409, "The stored key cannot be decrypted. Send it again.");
  return { data: await checkServer(gateway, { ...row, secrets }, departure.signal) };
});
