import { exportGenerations as endpoint } from "#lib/contract/generation-list.ts";
import { requireWorkspace } from "#server/auth/access.ts";
import { generationPages } from "#server/data/generation-list.ts";
import { operation } from "#server/http/operation.ts";
import { EXPORT_WRITERS } from "./export-writers.ts";
import { keyNames } from "./key-names.ts";
import { ledgerSelection } from "./ledger-selection.ts";

/** Rows in memory at a time. */
const PAGE = 500;
/** With filters that few rows match, a page reads many. */
const PAGE_TIMEOUT_MS = 60_000;

export const exportGenerations = operation(endpoint)(async (gateway, { principal, query, departure }) => {
  const { format, workspace_id, ...filters } = query;
  const workspaceId = await requireWorkspace(gateway, principal, workspace_id);
  const { database, ledger } = gateway;
  await ledger.flush();
  const selected = { ...ledgerSelection(principal, workspaceId, filters), limit: PAGE };
  const pages = generationPages(database, { ...selected, ...(filters.filters && { timeoutMs: PAGE_TIMEOUT_MS }) });
  // Read before the response starts, so that a failure still gets an error status.
  const first = await pages.next();
  const writer = EXPORT_WRITERS[format];
  return {
    status: 200,
    headers: {
      "content-type": writer.contentType,
      "content-disposition": `attachment; filename="requests.${format}"`,
      "cache-control": "no-store",
    },
    async body(sink) {
      if (writer.header) sink.write(writer.header);
      for (let page = first; page.value && !departure.aborted; page = await pages.next()) {
        const rows = page.value;
        const keys = await keyNames(gateway, { ...principal, workspaceId }, rows);
        if (!sink.write(rows.map((row) => writer.lineOf(row, keys)).join(""))) await sink.drained();
      }
    },
  };
});
