"use client";

import { LogIn } from "lucide-react";
import { Button } from "#components/ui/display/button.tsx";
import { call } from "#lib/api/client.ts";
import { startSingleSignOn } from "#lib/contract/single-sign-on.ts";
import { Problem } from "../problem.tsx";
import { useEntryForm } from "../use-entry-form.ts";

type SingleSignOnProps = { provider: string; issuer: string; destination: () => string };

/** Redirects to the organization's identity provider, which sends the browser back signed in. */
export function SingleSignOnButton({ provider, issuer, destination }: SingleSignOnProps) {
  const { submit, problem, waitSeconds, leaving } = useEntryForm(
    () => call(startSingleSignOn, { body: { provider, next: destination() } }),
    ({ url }) => url,
  );
  return (
    <div className="flex flex-col gap-3">
      <Problem problem={problem} waiting={waitSeconds > 0} />
      <Button size="large" pending={leaving} disabled={waitSeconds > 0} onClick={() => void submit(undefined)}>
        <LogIn aria-hidden />
        <span className="truncate">Sign in with {hostOf(issuer)}</span>
      </Button>
    </div>
  );
}

function hostOf(issuer: string): string {
  return URL.canParse(issuer) ? new URL(issuer).host : issuer;
}
