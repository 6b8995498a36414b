import type { Environment } from "#server/env.ts";
import type { DatabaseOptions } from "./database.ts";

type Names = Pick<Environment, "DATABASE_URL" | "DATABASE_DIRECT_URL" | "DATA_DIR">;

/** Returns which database the environment names. */
export function databaseOptions({ DATABASE_URL: url, DATABASE_DIRECT_URL: directUrl, DATA_DIR: folder }: Names) {
  const options: DatabaseOptions = { ...(url && { url }), ...(url && directUrl && { directUrl }), folder };
  return options;
}
