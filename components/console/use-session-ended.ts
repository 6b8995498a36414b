"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { ApiError } from "#lib/api/api-error.ts";
import { confirmSecondFactor } from "#lib/contract/account.ts";
import { signInSecondFactor } from "#lib/contract/entry.ts";
import { signIn } from "#lib/contract/session.ts";

/** Those whose 401 means that what was typed is wrong. */
const ASKING: unknown[] = [signIn.id, signInSecondFactor.id, confirmSecondFactor.id];

/** Whether a call was refused because the session is over; and the way to say that it is not, or not any more. */
export function useSessionEnded(signedOut: boolean): [boolean, (ended: boolean) => void] {
  const [ended, setEnded] = useState(false);
  const client = useQueryClient();
  useEffect(() => setEnded(signedOut), [signedOut]);
  useEffect(() => {
    const look = (error: unknown) => error instanceof ApiError && error.status === 401 && setEnded(true);
    const stopQueries = client.getQueryCache().subscribe((event) => look(event.query.state.error));
    const stopMutations = client.getMutationCache().subscribe((event) => {
      if (!ASKING.includes(event.mutation?.options.mutationKey?.[1])) look(event.mutation?.state.error);
    });
    return () => {
      stopQueries();
      stopMutations();
    };
  }, [client]);
  return [ended, setEnded];
}
