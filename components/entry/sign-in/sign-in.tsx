"use client";

import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { query } from "#lib/api/query.ts";
import { signInSecondFactor } from "#lib/contract/entry.ts";
import { getSession } from "#lib/contract/session.ts";
import { FormSkeleton } from "../form-skeleton.tsx";
import { nextPath } from "../next-path.ts";
import { Notice } from "../notice.tsx";
import { Problem } from "../problem.tsx";
import { useAddressParameter } from "../use-location.ts";
import { OtherSignInMethods } from "./other-sign-in-methods.tsx";
import { SecondFactor } from "./second-factor.tsx";
import { SecondStepForm } from "./second-step-form.tsx";
import { SignInForm } from "./sign-in-form.tsx";

const destination = () => nextPath(window.location.search, window.location.origin);

/**
 * The sign-in page: the form, the second factor that a session still lacks, or a link to set-up if there is no user
 * yet. A skeleton of the form comes first, so that a signed-in user does not see it flash by.
 */
export function SignIn() {
  const { data: session, isPending } = useQuery(query(getSession));
  const [isSecondStep, setSecondStep] = useState(false);
  const failure = useAddressParameter("error");
  // A user who has to sign in again already has a session.
  const isFirst = useAddressParameter("again") === null;
  const wantsProof = useAddressParameter("prove") !== null;
  const [isHeldUp, setHeldUp] = useState(false);
  const lacksFactor = Boolean(session?.user) && (wantsProof || session?.second_factor !== null) && isFirst;
  // Stays true while recovery codes are shown, although the factor exists by then.
  if (lacksFactor && !isHeldUp) setHeldUp(true);
  const signedIn = Boolean(session?.user) && isFirst && !isHeldUp;
  useEffect(() => {
    if (signedIn) window.location.replace(destination());
  }, [signedIn]);
  if (session?.set_up_needed) {
    return (
      <Notice title="Switchboard is not set up yet">
        <p className="text-muted text-sm">
          There are no accounts yet. Open the setup link that Switchboard printed at startup, or restart it to get a new
          one.
        </p>
      </Notice>
    );
  }
  if (isHeldUp && session?.user) {
    const isRequired = session.second_factor !== null;
    return <SecondFactor email={session.user.email} isRequired={isRequired} destination={destination} />;
  }
  if (isSecondStep) {
    return (
      <>
        <h1 className="text-xl">Second step</h1>
        <SecondStepForm endpoint={signInSecondFactor} label="Sign in" destination={destination} />
      </>
    );
  }
  return (
    <>
      <h1 className="text-xl">Sign in</h1>
      {failure && <Problem problem={{ message: sentenceOf(failure) }} waiting={false} />}
      {isPending ? (
        <FormSkeleton label="ways to sign in" fields={["email", "password"]} />
      ) : (
        <>
          <SignInForm destination={destination} onSecondStep={() => setSecondStep(true)} />
          <OtherSignInMethods providers={session?.single_sign_on ?? []} destination={destination} />
        </>
      )}
    </>
  );
}

/** Returns why single sign-on failed, by the error code in the address. */
function sentenceOf(code: string): string {
  if (code === "email_not_verified") {
    return "Your identity provider has not verified your email address. Verify it there, then sign in again.";
  }
  return (
    "Single sign-on failed. Your email address at the identity provider must belong to a member " +
    `or an invitation (${code.slice(0, 60)})`
  );
}
