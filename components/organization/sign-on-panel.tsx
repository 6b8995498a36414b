"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useShell } from "#components/shell/shell-context.tsx";
import { Button } from "#components/ui/display/button.tsx";
import { Panel } from "#components/ui/display/panel.tsx";
import { ApiErrorState } from "#components/ui/feedback/api-error-state.tsx";
import { Loading, Skeleton } from "#components/ui/feedback/skeleton.tsx";
import { StatusChip } from "#components/ui/feedback/status-chip.tsx";
import { query } from "#lib/api/query.ts";
import { getSingleSignOn } from "#lib/contract/single-sign-on.ts";
import type { SignOn } from "./sign-on.ts";
import { SignOnFacts } from "./sign-on-facts.tsx";
import { SignOnForm } from "./sign-on-form.tsx";

/** Sign-in with the organization's own identity provider. */
export function SignOnPanel() {
  const result = useQuery(query(getSingleSignOn));
  const { data, error } = result;
  const status = data && <StatusChip tone={data.data ? "ok" : "neutral"}>{data.data ? "On" : "Off"}</StatusChip>;
  return (
    <Panel title="Single sign-on" description="Sign in with an OpenID Connect provider." actions={status}>
      {error && !data && <ApiErrorState title="Single sign-on could not be loaded" result={result} />}
      {!error && !data && (
        <Loading label="single sign-on" className="flex flex-col gap-4">
          <Skeleton className="w-72 max-w-full" />
          <Skeleton className="h-8 w-40" />
        </Loading>
      )}
      {data && <SignOnBody signOn={data.data} />}
    </Panel>
  );
}

function SignOnBody({ signOn }: { signOn: SignOn | null }) {
  const [editing, setEditing] = useState(false);
  const isOwner = useShell().role === "owner";
  if (editing) return <SignOnForm signOn={signOn} onDone={() => setEditing(false)} />;
  return (
    <div className="flex flex-col gap-4">
      {signOn ? (
        <SignOnFacts signOn={signOn} isOwner={isOwner} onEdit={() => setEditing(true)} />
      ) : (
        <>
          <p className="text-muted text-sm">
            Members and invited people can sign in there with the same email address. Passwords keep working.
          </p>
          {isOwner && (
            <Button className="self-start" onClick={() => setEditing(true)}>
              Set up single sign-on
            </Button>
          )}
        </>
      )}
      {!isOwner && <p className="text-muted text-sm">Only owners can change this.</p>}
    </div>
  );
}
