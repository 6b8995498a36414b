import { createResetLink } from "#server/auth/reset-link.ts";
import { insertAudit } from "#server/data/audit.ts";
import type { Database } from "#server/data/database.ts";
import { findMemberByEmail } from "#server/data/members.ts";
import type { Environment } from "#server/env.ts";
import { printLine, runCommand } from "./run-command.ts";
import { withDatabase } from "./with-database.ts";

// `npm run account -- reset-link --email ada@example.com` prints a link for setting a new password, for an owner with
// nobody else to create one in the console.

const USAGE = `Usage: npm run account -- reset-link --email <address> [--remove-second-factor]
Prints a link for setting a new password; it works once, within a day. With --remove-second-factor, the authenticator
app, recovery codes and passkeys are removed too. With the embedded database, stop the gateway first and start it again
before you open the link.`;
const HOURS = 24;

await runCommand({
  usage: USAGE,
  options: { email: { type: "string" }, "remove-second-factor": { type: "boolean" } },
  choose({ positionals: [command, ...others], values }) {
    const email = values.email?.trim().toLowerCase();
    if (command !== "reset-link" || others.length > 0 || !email) return undefined;
    const clearsSecondFactor = values["remove-second-factor"] ?? false;
    return () =>
      withDatabase(async (database, environment) => {
        printLine(await linkFor(database, environment, email, clearsSecondFactor));
        printLine(
          `${email} can use it once to set a new password, within ${HOURS} hours. Earlier links no longer work.`,
        );
      });
  },
});

async function linkFor(
  database: Database,
  environment: Environment,
  email: string,
  clearsSecondFactor: boolean,
): Promise<string> {
  const person = await findMemberByEmail(database.queries, email);
  if (!person) throw new Error(`No member has the email address ${email}`);
  const { organizationId, userId } = person;
  const expiresAt = new Date(Date.now() + HOURS * 3_600_000);
  const address = environment.PUBLIC_URL ?? `http://localhost:${environment.PORT}`;
  return database.queries.transaction(async (queries) => {
    await insertAudit(queries, {
      organizationId,
      workspaceId: null,
      actorName: "the operator's command",
      action: "member.create_reset_link",
      targetType: "member",
      targetId: userId,
      targetName: email,
      before: null,
      after: { removes_second_factor: clearsSecondFactor, expires_at: expiresAt.toISOString() },
      requestId: "npm run account",
      address: "this machine",
    });
    return createResetLink(queries, { userId, clearsSecondFactor, expiresAt, address });
  });
}
