"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "#components/ui/display/button.tsx";
import { ApiError } from "#lib/api/api-error.ts";
import { call } from "#lib/api/client.ts";
import { query } from "#lib/api/query.ts";
import { readInvitation } from "#lib/contract/entry.ts";
import { getSession } from "#lib/contract/session.ts";
import { AcceptForm } from "./accept-form.tsx";
import { JoinButton } from "./join-button.tsx";
import { Notice } from "./notice.tsx";

/** The page of an invitation link: a form for a new account, or a button to join with the existing one. */
export function AcceptInvitation({ token }: { token: string }) {
  const { data: session } = useQuery(query(getSession));
  const [refusal, setRefusal] = useState<ApiError>();
  const invitation = useQuery({
    queryKey: ["invitation", token],
    queryFn: () => call(readInvitation, { body: { token } }),
    retry: false,
  });
  const problem = refusal ?? (invitation.error instanceof ApiError ? invitation.error : undefined);
  if (problem) {
    return (
      <Notice title="This invitation cannot be accepted">
        <p className="text-muted text-sm">{problem.message}.</p>
      </Notice>
    );
  }
  const { data } = invitation;
  if (!data) return <p className="text-muted text-sm">Loading the invitation…</p>;
  return (
    <>
      <div className="flex flex-col gap-1.5">
        <h1 className="text-xl">Join {data.organization}</h1>
        <p className="text-muted text-sm">
          You were invited as {data.email}, with the role {data.role}.
        </p>
      </div>
      {data.has_account ? (
        <HasAccount token={token} email={data.email} signedInAs={session?.user?.email} onRejected={setRefusal} />
      ) : (
        <AcceptForm token={token} email={data.email} onRejected={setRefusal} />
      )}
    </>
  );
}

type HasAccountProps = {
  token: string;
  email: string;
  signedInAs: string | undefined;
  onRejected(problem: ApiError): void;
};

function HasAccount({ token, email, signedInAs, onRejected }: HasAccountProps) {
  const [isAsked, setAsked] = useState(false);
  if (isAsked) {
    return (
      <div className="flex flex-col items-start gap-3">
        <p className="text-muted text-sm">
          {signedInAs ? `You are signed in as ${signedInAs}. ` : ""}Sign in as {email}, then open this link again.
        </p>
        <Button asChild variant="filled" size="large">
          <a href="/sign-in">Sign in</a>
        </Button>
      </div>
    );
  }
  return <JoinButton token={token} onSignInNeeded={() => setAsked(true)} onRejected={onRejected} />;
}
