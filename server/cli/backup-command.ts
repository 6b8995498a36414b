import { parseArgs } from "node:util";
import { readEnvironment } from "#server/env.ts";
import { createBackup } from "./backup/create-backup.ts";
import { listBackups } from "./backup/list-backups.ts";
import { restoreBackup } from "./backup/restore-backup.ts";
import { verifyBackup } from "./backup/verify-backup.ts";

// `npm run backup -- create|list|restore|verify`: backups of the database and the stored files.

const USAGE = `Usage: npm run backup -- create [--to <file>]
       npm run backup -- list
       npm run backup -- restore <file>
       npm run backup -- verify <file>
<file> may be "latest": the newest backup or snapshot in DATA_DIR. A backup holds the database and, unless they are in a
bucket, the stored files. It does not hold the secret that seals provider keys: keep SWITCHBOARD_SECRET, or the file
"secret" in DATA_DIR, somewhere else. The embedded database can be backed up while Switchboard runs; to restore it, stop
Switchboard first. PostgreSQL needs pg_dump and pg_restore of at least the server's version, and is restored into an
empty database.`;

const say = (line: string) => process.stdout.write(`${line}\n`);
await run().catch((error: Error) => {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
});

async function run(): Promise<void> {
  const { command, file, to } = readArguments();
  const environment = readEnvironment(process.env);
  if (command === "create") return createBackup(environment, to, say);
  if (command === "list") return listBackups(environment.DATA_DIR, say);
  if (command === "restore" && file) return restoreBackup(environment, file, say);
  if (command === "verify" && file) return verifyBackup(environment.DATA_DIR, file, say);
  throw new Error(USAGE);
}

function readArguments() {
  try {
    const { positionals, values } = parseArgs({ allowPositionals: true, options: { to: { type: "string" } } });
    const [command, file, ...others] = positionals;
    const isUsable = others.length === 0 && (values.to === undefined || command === "create");
    return { command: isUsable ? command : undefined, file, to: values.to };
  } catch (error) {
    throw new Error(`${(error as Error).message}\n${USAGE}`);
  }
}
