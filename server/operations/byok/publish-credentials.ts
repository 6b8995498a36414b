import { announce } from "#server/data/changes.ts";
import type { Gateway } from "#server/gateway.ts";

/** Applies changed credentials starting with the next request, here at once and in other processes by announcement. */
export async function publishCredentials({ credentials, database }: Gateway): Promise<void> {
  await credentials.refresh();
  await announce(database, "credentials");
}
