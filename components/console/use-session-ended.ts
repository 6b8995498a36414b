"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { ApiError } from "#lib/api/api-error.ts";
import type { confirmSecondFactor } from "#lib/contract/account.ts";
import type { signInSecondFactor } from "#lib/contract/entry.ts";
import type { signIn } from "#lib/contract/session.ts";

type AskingEndpoint = typeof signIn | typeof signInSecondFactor | typeof confirmSecondFactor;

/**
 * Endpoints whose 401 means a wrong password or code, not an ended session. Their ids are repeated here, so that no page
 * loads all endpoints of accounts and sign-in.
 */
const ASKING: readonly unknown[] = [
  "signIn",
  "signInSecondFactor",
  "confirmSecondFactor",
] satisfies AskingEndpoint["id"][];

/** Why the user must sign in again: the session has ended, or the action requires a recent sign-in. */
export type SignInReason = "ended" | "too old";

/**
 * Returns whether a request requires the user to sign in again, and a function to clear that once they have or leave
 * the page.
 */
export function useSessionEnded(signedOut: boolean): [SignInReason | undefined, (reason?: SignInReason) => void] {
  const [reason, setReason] = useState<SignInReason>();
  const client = useQueryClient();
  useEffect(() => setReason(signedOut ? "ended" : undefined), [signedOut]);
  useEffect(() => {
    const look = (error: unknown) => {
      if (!(error instanceof ApiError)) return;
      if (error.status === 401) setReason("ended");
      if (error.reason === "recent_sign_in") setReason("too old");
    };
    const stopQueries = client.getQueryCache().subscribe((event) => look(event.query.state.error));
    const stopMutations = client.getMutationCache().subscribe((event) => {
      // An update of an earlier mutation is not a new error.
      if (event.type === "updated" && !ASKING.includes(event.mutation.options.mutationKey?.[1]))
        look(event.mutation.state.error);
    });
    return () => {
      stopQueries();
      stopMutations();
    };
  }, [client]);
  return [reason, setReason];
}
