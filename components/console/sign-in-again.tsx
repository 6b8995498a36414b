"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { LazyContent, lazyLayer } from "#components/ui/overlays/lazy-layer.tsx";
import { useSessionEnded } from "./use-session-ended.ts";

const dialog = lazyLayer(() => import("./sign-in-dialog.tsx").then(({ SignInDialog }) => SignInDialog));

/**
 * Asks to sign in again when the session ends under an open page, or is too old for a sensitive action; keeps the page,
 * and repeats rejected reads.
 */
export function SignInAgain({ email, signedOut }: { email: string; signedOut: boolean }) {
  const [reason, setReason] = useSessionEnded(signedOut);
  // The text of the last reason remains while the dialog closes.
  const [shown, setShown] = useState(reason);
  if (reason && reason !== shown) setShown(reason);
  const client = useQueryClient();
  const close = () => setReason(undefined);
  const resume = async () => {
    close();
    await client.invalidateQueries({ queryKey: ["session"] });
    await client.resetQueries({ predicate: (query) => query.state.status === "error" });
  };
  return (
    <LazyContent
      layer={dialog}
      props={{
        open: reason !== undefined,
        reason: shown ?? "ended",
        email,
        onSignedIn: () => void resume(),
        onClose: close,
      }}
    />
  );
}
