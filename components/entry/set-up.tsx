"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "#components/ui/display/button.tsx";
import type { ApiError } from "#lib/api/api-error.ts";
import { query } from "#lib/api/query.ts";
import { getSession } from "#lib/contract/session.ts";
import { FormSkeleton } from "./form-skeleton.tsx";
import { Notice } from "./notice.tsx";
import { SetUpForm } from "./set-up-form.tsx";
import { useAddressParameter } from "./use-location.ts";

/** The set-up page: the owner's form while the link is valid, otherwise why not and what to do. */
export function SetUp() {
  const token = useAddressParameter("token");
  const { data: session } = useQuery(query(getSession));
  const [refusal, setRefusal] = useState<ApiError>();
  if (refusal?.status === 409 || session?.set_up_needed === false) return <AlreadySetUp />;
  if (token === null || token === "") {
    return (
      <Notice title="The setup link is incomplete">
        <p className="text-muted text-sm">
          The token is missing from the address. Open the full link that Switchboard printed at startup, or restart it
          to get a new one.
        </p>
      </Notice>
    );
  }
  if (refusal) {
    return (
      <Notice title="Setup failed">
        <p className="text-muted text-sm">{refusal.message}.</p>
      </Notice>
    );
  }
  return (
    <>
      <div className="flex flex-col gap-1.5">
        <h1 className="text-xl">Set up Switchboard</h1>
        <p className="text-muted text-sm">Create the owner account. It has full access. This link works once.</p>
      </div>
      {token === undefined ? (
        <FormSkeleton label="the form" fields={["name", "email", "password"]} />
      ) : (
        <SetUpForm token={token} onRejected={setRefusal} />
      )}
    </>
  );
}

function AlreadySetUp() {
  return (
    <Notice title="Switchboard is already set up">
      <p className="text-muted text-sm">
        The owner account exists, so this link no longer works. Sign in with your account.
      </p>
      <Button asChild variant="filled" size="large">
        <a href="/sign-in">Sign in</a>
      </Button>
    </Notice>
  );
}
