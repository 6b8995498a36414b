"use client";

import { KeyRound } from "lucide-react";
import { Button } from "#components/ui/display/button.tsx";
import { ApiError } from "#lib/api/api-error.ts";
import { call } from "#lib/api/client.ts";
import { requestPasskey } from "#lib/api/passkey.ts";
import { signInPasskey, startPasskeySignIn } from "#lib/contract/entry.ts";
import { Problem } from "../problem.tsx";
import { useEntryForm } from "../use-entry-form.ts";

/** Signs in with a passkey of this device, for any account. */
export function PasskeyButton({ label, destination }: { label: string; destination: () => string }) {
  const { submit, problem, waitSeconds, leaving } = useEntryForm(signIn, destination);
  return (
    <div className="flex flex-col gap-3">
      <Problem problem={problem} waiting={waitSeconds > 0} />
      <Button size="large" pending={leaving} disabled={waitSeconds > 0} onClick={() => void submit(undefined)}>
        <KeyRound aria-hidden />
        {label}
      </Button>
    </div>
  );
}

async function signIn(): Promise<unknown> {
  const { options } = await call(startPasskeySignIn);
  const response = await requestPasskey(options);
  if (!response) throw new ApiError(0, "No passkey was used. Try again, or sign in with your password.");
  return call(signInPasskey, { body: { response } });
}
