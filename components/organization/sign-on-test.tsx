"use client";

import { useMutation } from "@tanstack/react-query";
import { CircleCheck, CircleX } from "lucide-react";
import { Button } from "#components/ui/display/button.tsx";
import { ApiError } from "#lib/api/api-error.ts";
import { call } from "#lib/api/client.ts";
import { startSingleSignOn } from "#lib/contract/single-sign-on.ts";
import type { SignOn } from "./sign-on.ts";

/** Asks the provider for its sign-in address, as a sign-in would, and offers to continue there. */
export function SignOnTest({ signOn }: { signOn: SignOn }) {
  const test = useMutation({ mutationFn: () => addressAt(signOn) });
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <Button pending={test.isPending} onClick={() => test.mutate()}>
        Test
      </Button>
      <div role="status" className="min-w-0 flex-1 basis-60 text-sm">
        {test.data && (
          <p className="flex items-start gap-2">
            <CircleCheck className="mt-0.5 size-4 shrink-0 text-ok" aria-hidden />
            <span>
              The provider is responding.{" "}
              <a href={test.data} className="text-accent-ink underline underline-offset-3">
                Sign in there
              </a>{" "}
              to test the client ID and secret as well. You return here signed in.
            </span>
          </p>
        )}
        {test.error && (
          <p className="flex items-start gap-2">
            <CircleX className="mt-0.5 size-4 shrink-0 text-bad" aria-hidden />
            <span>
              {test.error.message}
              {test.error instanceof ApiError && test.error.status === 502
                ? `. The request went to ${signOn.issuer}/.well-known/openid-configuration.`
                : "."}
            </span>
          </p>
        )}
      </div>
    </div>
  );
}

/** The last part of the redirect URL is the provider's id. */
async function addressAt({ redirect_url: redirectUrl }: SignOn): Promise<string> {
  const provider = redirectUrl.split("/").at(-1) ?? "";
  return (await call(startSingleSignOn, { body: { provider } })).url;
}
