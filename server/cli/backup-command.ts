import { readEnvironment } from "#server/env.ts";
import { createBackup } from "./backup/create-backup.ts";
import { listBackups } from "./backup/list-backups.ts";
import { restoreBackup } from "./backup/restore-backup.ts";
import { verifyBackup } from "./backup/verify-backup.ts";
import { printLine, runCommand } from "./run-command.ts";

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

await runCommand({
  usage: USAGE,
  options: { to: { type: "string" } },
  choose({ positionals: [command, file, ...others], values: { to } }) {
    if (others.length > 0 || (to !== undefined && command !== "create")) return undefined;
    const environment = () => readEnvironment(process.env);
    if (command === "create") return () => createBackup(environment(), to, printLine);
    if (command === "list") return async () => listBackups(environment().DATA_DIR, printLine);
    if (command === "restore" && file) return () => restoreBackup(environment(), file, printLine);
    if (command === "verify" && file) return () => verifyBackup(environment().DATA_DIR, file, printLine);
    return undefined;
  },
});
