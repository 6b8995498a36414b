import { testNewCustomProvider as endpoint } from "#lib/contract/custom-providers.ts";
import { operation } from "#server/http/operation.ts";
import { checkServer } from "#server/pipeline/custom-providers/check-server.ts";
import { requireAllowedUrl } from "#server/pipeline/planning/public-url.ts";
import { baseUrlOf } from "./check-custom-provider.ts";
import { secretsOf } from "./custom-secrets.ts";

export const testNewCustomProvider = operation(endpoint)(async (gateway, { body, departure }) => {
  await requireAllowedUrl(gateway, body.base_url, "base_url");
  const server = { api: body.api, baseUrl: baseUrlOf(body.base_url), secrets: secretsOf(body.api_key, body.headers) };
  return { data: await checkServer(gateway, server, departure.signal) };
});
