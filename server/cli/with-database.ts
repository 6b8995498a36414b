import { type Database, openDatabase } from "#server/data/database.ts";
import { databaseOptions } from "#server/data/database-options.ts";
import { type Environment, readEnvironment } from "#server/env.ts";

/** Opens the database that the environment names for one task of a command, and closes it however the task ends. */
export async function withDatabase(
  run: (database: Database, environment: Environment) => Promise<void>,
): Promise<void> {
  const environment = readEnvironment(process.env);
  const database = await openDatabase(databaseOptions(environment));
  try {
    await run(database, environment);
  } finally {
    await database.close();
  }
}
