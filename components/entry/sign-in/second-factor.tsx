"use client";

import { useQuery } from "@tanstack/react-query";
import { lazy, type ReactNode, Suspense, useState } from "react";
import { Button } from "#components/ui/display/button.tsx";
import { call } from "#lib/api/client.ts";
import { query } from "#lib/api/query.ts";
import { getAccount, verifySecondFactor } from "#lib/contract/account.ts";
import { signOut } from "#lib/contract/session.ts";
import { Problem } from "../problem.tsx";
import { useEntryForm } from "../use-entry-form.ts";
import { PasskeyButton } from "./passkey-button.tsx";
import { SecondStepForm } from "./second-step-form.tsx";

// Lazy, because most users never see it and it draws a QR code.
const SetUpFactor = lazy(() => import("./set-up-factor.tsx").then(({ SetUpFactor }) => ({ default: SetUpFactor })));

const LOADING = <p className="text-muted text-sm">Loading your account…</p>;

type SecondFactorProps = {
  email: string;
  /** Whether the organization requires it; otherwise the user came here voluntarily. */
  isRequired: boolean;
  destination: () => string;
};

/** For a session without its second factor: asks for a code or passkey, or sets one up. */
export function SecondFactor({ email, isRequired, destination }: SecondFactorProps) {
  // Read only once: the form must not change while the user fills it in.
  const { data: account, error } = useQuery({ ...query(getAccount), staleTime: Number.POSITIVE_INFINITY });
  const [why] = useState(isRequired ? "Your organization requires a second factor. " : "");
  if (!account) {
    return error ? <Problem problem={error} waiting={false} /> : LOADING;
  }
  const { has_second_factor: hasApp, passkeys } = account;
  if (!hasApp && passkeys.length === 0) {
    return (
      // Around the whole step, so that "Sign out" does not move while someone reaches for it.
      <Suspense fallback={LOADING}>
        <Step title="Set up a second factor" text={`${why}Use an authenticator app or a passkey.`} email={email}>
          <SetUpFactor asksPassword={account.has_password} destination={destination} />
        </Step>
      </Suspense>
    );
  }
  const how = hasApp ? "Enter a code to continue." : "Use your passkey to continue.";
  return (
    <Step
      title="Second factor"
      text={why + how}
      help="Lost it? Ask an owner, an admin or the gateway's operator for a reset link."
      email={email}
    >
      {hasApp && <SecondStepForm endpoint={verifySecondFactor} label="Continue" destination={destination} />}
      {passkeys.length > 0 && <PasskeyButton label="Use a passkey" destination={destination} />}
    </Step>
  );
}

type StepProps = { title: string; text: string; help?: string; email: string; children: ReactNode };

function Step({ title, text, help, email, children }: StepProps) {
  const { submit, problem, leaving } = useEntryForm(
    () => call(signOut),
    () => "/sign-in",
  );
  return (
    <>
      <div className="flex flex-col gap-1.5">
        <h1 className="text-xl">{title}</h1>
        <p className="text-muted text-sm">{text}</p>
      </div>
      {children}
      <div className="flex flex-col gap-3 border-t pt-4 text-muted text-xs">
        {help && <p>{help}</p>}
        <Problem problem={problem} waiting={false} />
        <p className="flex flex-wrap items-center justify-between gap-2">
          <span className="min-w-0 break-all">Signed in as {email}</span>
          <Button size="small" pending={leaving} onClick={() => void submit(undefined)}>
            Sign out
          </Button>
        </p>
      </div>
    </>
  );
}
