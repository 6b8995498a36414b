"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "#components/ui/display/button.tsx";
import { ApiError } from "#lib/api/api-error.ts";
import { call } from "#lib/api/client.ts";
import { readReset } from "#lib/contract/entry.ts";
import { Notice } from "./notice.tsx";
import { ResetForm } from "./reset-form.tsx";

/** The page of a reset link: a form for a new password, then a link to sign in. */
export function ResetPassword({ token }: { token: string }) {
  const [refusal, setRefusal] = useState<ApiError>();
  const [isDone, setDone] = useState(false);
  const reset = useQuery({
    queryKey: ["reset", token],
    queryFn: () => call(readReset, { body: { token } }),
    retry: false,
    // The link is used up by then; the data read earlier still shows the account.
    enabled: !isDone,
  });
  const problem = refusal ?? (reset.error instanceof ApiError ? reset.error : undefined);
  if (isDone) {
    return (
      <Notice title="Password set">
        <p className="text-muted text-sm">All sessions of {reset.data?.email} have ended.</p>
        <Button asChild variant="filled" size="large">
          <a href="/sign-in">Sign in</a>
        </Button>
      </Notice>
    );
  }
  if (problem) {
    return (
      <Notice title="This link cannot be used">
        <p className="text-muted text-sm">{problem.message}.</p>
      </Notice>
    );
  }
  const { data } = reset;
  if (!data) return <p className="text-muted text-sm">Checking the link…</p>;
  return (
    <>
      <div className="flex flex-col gap-1.5">
        <h1 className="text-xl">Set a new password</h1>
        <p className="text-muted text-sm">
          {data.removes_second_factor
            ? "This also removes your authenticator app, recovery codes and passkeys. Set them up again afterwards."
            : "This ends all your sessions. Your second factor and passkeys are kept."}
        </p>
      </div>
      <ResetForm token={token} email={data.email} onDone={() => setDone(true)} onRejected={setRefusal} />
    </>
  );
}
