"use client";

import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { Button } from "#components/ui/display/button.tsx";
import { ApiErrorState } from "#components/ui/feedback/api-error-state.tsx";
import { query } from "#lib/api/query.ts";
import { getSession } from "#lib/contract/session.ts";
import { Notice } from "../notice.tsx";
import { useAddressParameter } from "../use-location.ts";
import { CodeForm } from "./code-form.tsx";
import { PendingSignIn } from "./pending-sign-in.tsx";

type Outcome = { isApproved: boolean; agent: string };

/** The page on which a person approves the sign-in of an agent: the code, then the agent, then the outcome. */
export function Device() {
  const { data: session, error, refetch } = useQuery(query(getSession));
  const given = useAddressParameter("user_code");
  const [typed, setTyped] = useState<string>();
  const [outcome, setOutcome] = useState<Outcome>();
  const isSignedIn = session?.user && session.second_factor === null;
  useEffect(() => {
    if (!session || isSignedIn) return;
    const next = `${window.location.pathname}${window.location.search}`;
    window.location.replace(`/sign-in?next=${encodeURIComponent(next)}`);
  }, [session, isSignedIn]);
  if (error) return <ApiErrorState title="The session could not be loaded" result={{ error, refetch }} />;
  if (!isSignedIn || given === undefined) return <p className="text-muted text-sm">Loading…</p>;
  if (outcome) return <Ending {...outcome} />;
  const code = typed ?? given ?? "";
  if (!code) return <CodeForm email={session.user?.email ?? ""} onCode={setTyped} />;
  return (
    <PendingSignIn
      code={code}
      email={session.user?.email ?? ""}
      workspaces={session.workspaces}
      onDecided={(isApproved, agent) => setOutcome({ isApproved, agent })}
      onOtherCode={() => setTyped("")}
    />
  );
}

function Ending({ isApproved, agent }: Outcome) {
  return (
    <Notice title={isApproved ? `${agent} is signed in` : `${agent} was denied`}>
      <p className="text-muted text-sm">
        {isApproved
          ? "Return to your terminal; it continues within a few seconds. The key is listed in Keys, where you can delete it."
          : "It gets no key. You can close this page."}
      </p>
      <Button asChild size="large">
        <a href="/">Open the console</a>
      </Button>
    </Notice>
  );
}
