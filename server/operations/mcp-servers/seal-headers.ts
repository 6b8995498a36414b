import type { McpServerRow } from "#server/data/mcp-servers.ts";
import { HttpError } from "#server/errors.ts";
import type { Gateway } from "#server/gateway.ts";
import { openHeaders } from "#server/pipeline/server-tools/mcp/open-headers.ts";

type Headers = Record<string, string>;

const MASK = "••••";
/** The last four characters of a secret this long may be shown. */
const LONG_SECRET = 12;
const VISIBLE = /^[\t\x20-\x7e]+$/;

export function sealHeaders({ mcpVault }: Gateway, id: string, headers: Headers): string {
  return mcpVault.seal(JSON.stringify(headers), id);
}

/** Returns the headers of a server with masked secrets. */
export function maskHeaders(gateway: Gateway, row: McpServerRow): Headers {
  return maskAll(openHeaders(gateway, row) ?? {});
}

/** Returns the headers after a change. Throws 400 for a masked value that masks nothing, and other invalid values. */
export function mergeHeaders(gateway: Gateway, row: McpServerRow, sent: Headers): Headers {
  const current = openHeaders(gateway, row) ?? {};
  const masks = maskAll(current);
  return Object.fromEntries(
    Object.entries(sent).map(([name, value]) => {
      const kept = value === masks[name] ? current[name] : value;
      if (kept && VISIBLE.test(kept)) return [name, kept];
      throw new HttpError(400, `Invalid request: headers.${name}: must be visible ASCII characters`);
    }),
  );
}

function maskAll(headers: Headers): Headers {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      value.length < LONG_SECRET ? MASK : `${MASK}${value.slice(-4)}`,
    ]),
  );
}
