import { globSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { expect, test } from "vitest";

// A new version migrates the database while processes of the previous version still use it, so a migration only adds
// (expands). A later version removes (contracts) what nothing uses any more.

/** Migrations from before the first release, which no running process can encounter. */
const LAST_BEFORE_THIS_RULE = "0031";

/** Migrations that contract, each with the reason why the previous version does not need what is removed. */
const CONTRACTIONS: Record<string, string> = {};

/** What the previous version may still read or write. */
const BREAKING: readonly [what: string, pattern: RegExp][] = [
  ["drops a table, column, view or type", /\bDROP\s+(TABLE|COLUMN|VIEW|MATERIALIZED|TYPE|SCHEMA|FUNCTION|SEQUENCE)\b/i],
  ["renames", /\bRENAME\s+(TO|COLUMN|CONSTRAINT|VALUE)\b/i],
  ["changes a type", /\bALTER\s+COLUMN\s+\S+\s+(SET\s+DATA\s+)?TYPE\b/i],
  ["requires a value of a column that may be empty", /\bSET\s+NOT\s+NULL\b/i],
  ["removes a default", /\bDROP\s+DEFAULT\b/i],
  ["adds a required column without a default", /\bADD\s+COLUMN\s+(?![^;]*\bDEFAULT\b)[^;]*\bNOT\s+NULL\b/i],
  ["adds a rule that rows may break", /\bADD\s+CONSTRAINT\s+\S+\s+(CHECK|UNIQUE|PRIMARY|EXCLUDE)\b/i],
  ["deletes rows", /\b(DELETE\s+FROM|TRUNCATE)\b/i],
];

/** Returns the statements of a migration that would break the previous version. */
function breaksIn(sql: string): string[] {
  const statements = sql.split("--> statement-breakpoint").map((text) => text.replaceAll(/^--.*$/gm, ""));
  const made = new Set([...sql.matchAll(/CREATE\s+TABLE\s+(?:IF\s+NOT\s+EXISTS\s+)?(\S+)/gi)].map(([, name]) => name));
  const isOfNewTable = (statement: string) => {
    const [, table] = /ALTER\s+TABLE\s+(?:ONLY\s+)?(\S+)/i.exec(statement) ?? [];
    return table !== undefined && made.has(table);
  };
  const old = statements.filter((statement) => !isOfNewTable(statement));
  return BREAKING.filter(([, pattern]) => old.some((statement) => pattern.test(statement))).map(([what]) => what);
}

const files = globSync("server/data/migrations/*.sql").sort();
const under = files.filter((file) => basename(file).slice(0, 4) > LAST_BEFORE_THIS_RULE);

test("every migration can run alongside processes of the version before it", () => {
  const breaking = under.flatMap((file) =>
    breaksIn(readFileSync(file, "utf8")).map((what) => `${basename(file)} ${what}`),
  );
  const found = breaking.filter((one) => !((one.split(" ")[0] as string) in CONTRACTIONS));
  expect(found).toEqual([]);
});

test("every exception names a migration", () => {
  expect(Object.keys(CONTRACTIONS).filter((name) => !files.some((file) => basename(file) === name))).toEqual([]);
});

test.each([
  ['ALTER TABLE "key" DROP COLUMN "label";', "drops a table, column, view or type"],
  ['DROP TABLE "key";', "drops a table, column, view or type"],
  ['ALTER TABLE "key" RENAME COLUMN "label" TO "title";', "renames"],
  ['ALTER TABLE "key" ALTER COLUMN "limit" SET DATA TYPE bigint;', "changes a type"],
  ['ALTER TABLE "key" ALTER COLUMN "label" SET NOT NULL;', "requires a value of a column that may be empty"],
  ['ALTER TABLE "key" ALTER COLUMN "label" DROP DEFAULT;', "removes a default"],
  ['ALTER TABLE "key" ADD COLUMN "label" text NOT NULL;', "adds a required column without a default"],
  ['ALTER TABLE "key" ADD CONSTRAINT "short" CHECK (length("label") < 9);', "adds a rule that rows may break"],
])("%s is found", (sql, what) => {
  expect(breaksIn(sql)).toEqual([what]);
});

test.each([
  'ALTER TABLE "key" ADD COLUMN "label" text;',
  'ALTER TABLE "key" ADD COLUMN "label" text DEFAULT \'\' NOT NULL;',
  'ALTER TABLE "key" ALTER COLUMN "label" DROP NOT NULL;',
  'CREATE TABLE "note" ("id" uuid NOT NULL);\n--> statement-breakpoint\nALTER TABLE "note" ADD CONSTRAINT "one" UNIQUE("id");',
  'CREATE INDEX "by_label" ON "key" ("label");',
])("%s only adds to the schema", (sql) => {
  expect(breaksIn(sql)).toEqual([]);
});
