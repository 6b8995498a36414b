/** The variable with the address that tells the processes of a run where its PostgreSQL server is. */
export const LENDER = "SWITCHBOARD_TEST_POSTGRES";

/** The database of that server that new ones are copied from, whose tables are migrated. */
export const TEMPLATE = "switchboard_template";

/** Returns the URL of the server of this test run; undefined outside of one. */
export async function lentPostgres(): Promise<string | undefined> {
  const lender = process.env[LENDER];
  if (!lender) return undefined;
  const response = await fetch(lender);
  const text = await response.text();
  if (!response.ok) throw new Error(`PostgreSQL did not start: ${text}`);
  return text;
}
