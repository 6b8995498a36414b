/** The variable with the address at which the processes of a run get the URL of their PostgreSQL server. */
export const LENDER = "SWITCHBOARD_TEST_POSTGRES";

/** The server's template for new databases, whose tables are migrated. */
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
