"use client";

import { Button } from "#components/ui/display/button.tsx";
import type { ApiError } from "#lib/api/api-error.ts";
import { call } from "#lib/api/client.ts";
import { acceptInvitation } from "#lib/contract/entry.ts";
import { useEntryForm } from "./use-entry-form.ts";

type JoinButtonProps = { token: string; onSignInNeeded(): void; onRejected(problem: ApiError): void };

/** Joins with the signed-in account. */
export function JoinButton({ token, onSignInNeeded, onRejected }: JoinButtonProps) {
  const { submit, leaving } = useEntryForm(
    (body: { token: string }) => call(acceptInvitation, { body }),
    () => "/",
  );
  const join = async () => {
    const refusal = await submit({ token });
    if (refusal?.status === 401) onSignInNeeded();
    else if (refusal) onRejected(refusal);
  };
  return (
    <Button variant="filled" size="large" pending={leaving} onClick={() => void join()}>
      Join
    </Button>
  );
}
