import type { Database } from "#server/data/database.ts";
import { recordContents } from "#server/data/generation-contents.ts";
import type { Environment } from "#server/env.ts";
import { createContentSeals } from "#server/ledger/content-seals.ts";
import { type Contents, createContents } from "#server/ledger/contents.ts";
import type { Log } from "#server/log.ts";
import { openContentVault } from "#server/security/byte-vault.ts";

/** Opens the queue of contents, which seals them with this installation's secret and writes them to the database. */
export function openContents({ pool }: Pick<Database, "pool">, environment: Environment, log: Log): Contents {
  return createContents({
    write: (rowsJson) => recordContents(pool, rowsJson),
    seals: createContentSeals(openContentVault(environment)),
    log,
  });
}
