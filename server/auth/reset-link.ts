import type { Transaction } from "#server/data/database.ts";
import { insertPasswordReset } from "#server/data/password-resets.ts";
import { newLinkToken } from "./link-token.ts";

type ResetLinkInput = { userId: string; clearsSecondFactor: boolean; expiresAt: Date; address: string };

/** Creates a link at `address` with which a user sets a new password, once; earlier links stop working. */
export async function createResetLink(queries: Transaction, input: ResetLinkInput): Promise<string> {
  const { address, ...reset } = input;
  const { token, tokenHash } = newLinkToken();
  await insertPasswordReset(queries, { ...reset, tokenHash });
  return new URL(`/reset/${token}`, address).href;
}
