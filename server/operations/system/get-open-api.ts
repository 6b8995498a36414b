import { openApiDocument } from "#lib/contract/openapi.ts";
import { getOpenApi as endpoint } from "#lib/contract/system.ts";
import { operation } from "#server/http/operation.ts";
import { version } from "./version.ts";

let written: string | undefined;

/** Built once per process, since the contract does not change while it runs. */
export const getOpenApi = operation(endpoint)(async (gateway) => {
  written ??= JSON.stringify(openApiDocument({ version, url: `${gateway.environment.PUBLIC_URL ?? ""}/api/v1` }));
  const headers = { "content-type": "application/json", "cache-control": "public, max-age=300" };
  return { status: 200, headers, body: written };
});
