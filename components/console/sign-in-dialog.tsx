"use client";

import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useEffect, useState } from "react";
import { Button } from "#components/ui/display/button.tsx";
import { Field } from "#components/ui/forms/field.tsx";
import { Input } from "#components/ui/forms/input.tsx";
import { Dialog } from "#components/ui/overlays/dialog.tsx";
import { mutation } from "#lib/api/query.ts";
import { signInSecondFactor } from "#lib/contract/entry.ts";
import { signIn } from "#lib/contract/session.ts";
import type { SignInReason } from "./use-session-ended.ts";

const WORDS = {
  ended: { title: "Your session ended", why: (email: string) => `Sign in again as ${email} to go on where you are.` },
  "too old": {
    title: "Sign in again for this",
    why: (email: string) => `What you asked for needs a sign-in of just now, as ${email}. Then ask for it again.`,
  },
};

type SignInDialogProps = {
  open: boolean;
  reason: SignInReason;
  email: string;
  onSignedIn: () => void;
  onClose: () => void;
};

/** Asks who was signed in for the password again, and for the second factor where there is one. */
export function SignInDialog({ open, reason, email, onSignedIn, onClose }: SignInDialogProps) {
  const { title, why } = WORDS[reason];
  const [isSecondStep, setSecondStep] = useState(false);
  useEffect(() => {
    if (!open) setSecondStep(false);
  }, [open]);
  return (
    <Dialog open={open} onOpenChange={(next) => !next && onClose()} title={title} description={why(email)}>
      {isSecondStep ? (
        <SecondStep onSignedIn={onSignedIn} />
      ) : (
        <FirstStep email={email} onSignedIn={onSignedIn} onSecondStep={() => setSecondStep(true)} />
      )}
      <p className="text-muted text-sm">
        No password?{" "}
        <a href="/sign-in?again=1" target="_blank" rel="noreferrer" className="text-ink underline underline-offset-3">
          Sign in in a new tab
        </a>
        , then come back.
      </p>
    </Dialog>
  );
}

type FirstStepProps = { email: string; onSignedIn: () => void; onSecondStep: () => void };

function FirstStep({ email, onSignedIn, onSecondStep }: FirstStepProps) {
  const form = useMutation(mutation(signIn));
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const password = String(new FormData(event.currentTarget).get("password"));
    const onSuccess = ({ second_factor: isNeeded }: { second_factor: boolean }) =>
      isNeeded ? onSecondStep() : onSignedIn();
    form.mutate({ body: { email, password } }, { onSuccess });
  };
  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      <input type="hidden" name="username" autoComplete="username" value={email} />
      <Field label="Password" error={form.error?.message}>
        <Input type="password" name="password" autoComplete="current-password" required />
      </Field>
      <Button type="submit" variant="filled" pending={form.isPending} className="self-end">
        Sign in
      </Button>
    </form>
  );
}

function SecondStep({ onSignedIn }: { onSignedIn: () => void }) {
  const form = useMutation(mutation(signInSecondFactor));
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const code = String(new FormData(event.currentTarget).get("code")).trim();
    const body = /^\d{6}$/.test(code) ? { code } : { recovery_code: code };
    form.mutate({ body }, { onSuccess: onSignedIn });
  };
  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      <Field label="Code" hint="Of your authenticator app, or a recovery code" error={form.error?.message}>
        <Input name="code" autoComplete="one-time-code" required autoFocus />
      </Field>
      <Button type="submit" variant="filled" pending={form.isPending} className="self-end">
        Sign in
      </Button>
    </form>
  );
}
