"use client";

import { useQuery } from "@tanstack/react-query";
import { usePathname } from "next/navigation";
import { type ReactNode, useEffect, useState } from "react";
import { ApiErrorState } from "#components/ui/feedback/api-error-state.tsx";
import { query } from "#lib/api/query.ts";
import { onSecondFactorRefusal } from "#lib/api/second-factor-refusals.ts";
import { getSession } from "#lib/contract/session.ts";
import { DegradedBanner } from "./degraded-banner.tsx";
import { FrameSkeleton } from "./frame-skeleton.tsx";
import { type Session, SessionContext, type SignedIn } from "./session-context.ts";
import { SignInAgain } from "./sign-in-again.tsx";

/** How often the console tries to start again after a failure. */
const RETRY_MS = 3_000;

/**
 * Admits signed-in users to the console; redirects others to sign in, to their second factor, or to set-up if there is
 * no user yet.
 */
export function SessionGate({ children }: { children: ReactNode }) {
  const [known, setKnown] = useState<SignedIn>();
  const {
    data: session,
    error,
    refetch,
    isFetching,
  } = useQuery({
    ...query(getSession),
    refetchInterval: ({ state }) => (state.status === "error" && !known ? RETRY_MS : false),
  });
  const isHeldUp = Boolean(session?.second_factor);
  if (session?.user && !isHeldUp && session !== known) setKnown(session as SignedIn);
  // A user whose session ends stays on the page and signs in there; a redirect would lose an open form.
  const destination = session && (!known || isHeldUp) ? redirectOf(session) : undefined;
  useEffect(() => onSecondFactorRefusal(() => void refetch()), [refetch]);
  // A link clicked just before may navigate instead of the redirect, so the redirect is repeated.
  const path = usePathname();
  useEffect(() => {
    if (destination && path) window.location.replace(destination());
  }, [destination, path]);
  if (error && !known) {
    return (
      <main className="mx-auto max-w-180 p-6">
        <DegradedBanner />
        <ApiErrorState title="The console could not start" result={{ error, refetch, isFetching }} />
      </main>
    );
  }
  if (!known || isHeldUp) return <FrameSkeleton />;
  return (
    <SessionContext value={known}>
      {children}
      <SignInAgain email={known.user.email} signedOut={session?.user === null} />
    </SessionContext>
  );
}

function redirectOf(session: Session): (() => string) | undefined {
  if (session.set_up_needed) return toSetUp;
  return session.user && !session.second_factor ? undefined : toSignIn;
}

const toSetUp = () => "/setup";

function toSignIn(): string {
  const { pathname, search, hash } = window.location;
  return pathname === "/" ? "/sign-in" : `/sign-in?next=${encodeURIComponent(`${pathname}${search}${hash}`)}`;
}
