"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { ApiError } from "#lib/api/api-error.ts";
import { confirmSecondFactor } from "#lib/contract/account.ts";
import { signInSecondFactor } from "#lib/contract/entry.ts";
import { signIn } from "#lib/contract/session.ts";

/** Those whose 401 means that what was typed is wrong. */
const ASKING: unknown[] = [signIn.id, signInSecondFactor.id, confirmSecondFactor.id];

/** Why one has to sign in again: the session is over, or what was asked for needs a sign-in of just now. */
export type SignInReason = "ended" | "too old";

/** Whether a call was refused until one signs in again; and the way to say that one has, or that the page is left so. */
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
      // A mutation that is looked at again is no new refusal.
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
