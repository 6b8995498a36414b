import { announce } from "#server/data/changes.ts";
import type { Gateway } from "#server/gateway.ts";

/** Applies changed aliases starting with the next request, here at once and in other processes by announcement. */
export async function publishModelAliases({ aliases, database }: Gateway): Promise<void> {
  await aliases.refresh();
  await announce(database, "model-aliases");
}
