import { hash } from "node:crypto";
import { cpSync, existsSync, globSync, mkdtempSync, readFileSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDatabase } from "#server/data/database.ts";

/**
 * A data folder with an embedded database without rows, or with nothing at all. Making a database takes seconds, so it
 * is made once for each state of the migrations and copied.
 */
export async function newDataFolder({ isEmpty = false } = {}): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "switchboard-test-"));
  if (isEmpty) return folder;
  const template = join(tmpdir(), `switchboard-template-${stateOfMigrations()}`);
  if (!existsSync(template)) await makeTemplate(template);
  cpSync(template, folder, { recursive: true });
  return folder;
}

function stateOfMigrations(): string {
  const files = [...globSync("server/data/migrations/*.sql").sort(), "node_modules/@electric-sql/pglite/package.json"];
  return hash("sha256", files.map((file) => readFileSync(file, "utf8")).join("\n")).slice(0, 16);
}

async function makeTemplate(template: string): Promise<void> {
  const draft = mkdtempSync(join(tmpdir(), "switchboard-draft-"));
  const database = await openDatabase({ folder: draft });
  await database.close();
  try {
    renameSync(draft, template);
  } catch {
    // Another test run was faster; its template is as good.
    rmSync(draft, { recursive: true, force: true });
  }
}
