import { newDataFolder, openRunFolder } from "./data-folder.ts";
import { bundledEntry } from "./servers/bundle.ts";

/** Creates what every test file needs, before the first one runs: the server's bundle and an empty database. */
export async function setup(): Promise<() => void> {
  await bundledEntry("api-server");
  const removeRunFolder = openRunFolder();
  await newDataFolder();
  return removeRunFolder;
}
