// Runs before everything else (`--import`): loads the variables of the file `.env`, if there is one. Variables set in
// the environment take precedence.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { isMainThread } from "node:worker_threads";

const file = join(import.meta.dirname, "../../.env");

if (isMainThread && existsSync(file)) load();

function load() {
  try {
    process.loadEnvFile(file);
  } catch (error) {
    process.stderr.write(`Switchboard cannot start.\nThe file .env cannot be read: ${error.message}\n`);
    process.exit(1);
  }
}
