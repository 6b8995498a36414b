import { newDataFolder, openRunFolder } from "./data-folder.ts";
import { bundledEntry } from "./servers/bundle.ts";
import { lendPostgres } from "./servers/postgres/lend-postgres.ts";

/**
 * Creates what every test file needs before the first one runs: the server's bundle, an empty database, and, on demand,
 * a PostgreSQL server.
 */
export async function setup(): Promise<() => Promise<void>> {
  await bundledEntry("api-server");
  const removeRunFolder = openRunFolder();
  await newDataFolder();
  const stopPostgres = await lendPostgres();
  return async () => {
    await stopPostgres();
    removeRunFolder();
  };
}
