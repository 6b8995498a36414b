"use client";

import { useQuery } from "@tanstack/react-query";
import { PageHeader } from "#components/ui/display/page-header.tsx";
import { ApiErrorState } from "#components/ui/feedback/api-error-state.tsx";
import { PanelBoundary } from "#components/ui/feedback/panel-boundary.tsx";
import { Loading, Skeleton } from "#components/ui/feedback/skeleton.tsx";
import { query } from "#lib/api/query.ts";
import { getAccount } from "#lib/contract/account.ts";
import { PasskeyPanel } from "./passkey-panel.tsx";
import { PasswordPanel } from "./password-panel.tsx";
import { ProfilePanel } from "./profile-panel.tsx";
import { SecondFactorPanel } from "./second-factor-panel.tsx";
import { SessionPanel } from "./session-panel.tsx";

/** The user's profile, sign-in methods and sessions. */
export function AccountPage() {
  return (
    <>
      <PageHeader title="Your account" description="Your profile, sign-in methods and sessions" />
      <div className="flex max-w-180 flex-col gap-6">
        <WaysIn />
        <PanelBoundary name="Sessions">
          <SessionPanel />
        </PanelBoundary>
      </div>
    </>
  );
}

function WaysIn() {
  const result = useQuery(query(getAccount));
  const { data, error } = result;
  if (error && !data) {
    return <ApiErrorState title="Your account could not be loaded" result={result} />;
  }
  if (!data) return <SignInMethodsSkeleton />;
  return (
    <PanelBoundary name="The account">
      <ProfilePanel account={data} />
      {data.has_password && <PasswordPanel email={data.user.email} />}
      <SecondFactorPanel account={data} />
      <PasskeyPanel passkeys={data.passkeys} />
    </PanelBoundary>
  );
}

function SignInMethodsSkeleton() {
  return (
    <Loading label="the account" className="flex flex-col gap-6">
      <Skeleton className="h-44 rounded-lg" />
      <Skeleton className="h-64 rounded-lg" />
      <Skeleton className="h-32 rounded-lg" />
      <Skeleton className="h-32 rounded-lg" />
    </Loading>
  );
}
