"use client";

import { useSyncExternalStore } from "react";
import { canUsePasskeys } from "#lib/api/passkey.ts";
import { PasskeyButton } from "./passkey-button.tsx";
import { SingleSignOnButton } from "./single-sign-on-button.tsx";

type OtherWaysProps = { providers: readonly { provider: string; issuer: string }[]; destination: () => string };

/** Sign-in methods other than a password: a passkey if the browser supports it, and identity providers. */
export function OtherSignInMethods({ providers, destination }: OtherWaysProps) {
  const hasPasskeys = useSyncExternalStore(never, canUsePasskeys, () => false);
  if (!hasPasskeys && providers.length === 0) return null;
  return (
    <section aria-label="Other ways to sign in" className="flex flex-col gap-3 border-t pt-6">
      {providers.map((one) => (
        <SingleSignOnButton key={one.provider} {...one} destination={destination} />
      ))}
      {hasPasskeys && <PasskeyButton label="Sign in with a passkey" destination={destination} />}
    </section>
  );
}

const never = () => () => undefined;
