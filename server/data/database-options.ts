import type { Environment } from "#server/env.ts";
import type { DatabaseOptions } from "./database.ts";

type Names = Pick<Environment, "DATABASE_URL" | "DATABASE_DIRECT_URL" | "DATABASE_READ_URL" | "DATA_DIR">;

/** Returns the database that the environment names. */
export function databaseOptions(environment: Names): DatabaseOptions {
  const { DATABASE_URL: url, DATABASE_DIRECT_URL: directUrl, DATABASE_READ_URL: readUrl } = environment;
  return {
    ...(url && { url }),
    ...(directUrl && { directUrl }),
    ...(readUrl && { readUrl }),
    folder: environment.DATA_DIR,
  };
}
