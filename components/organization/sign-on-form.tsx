"use client";

import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { Button } from "#components/ui/display/button.tsx";
import { toastDone } from "#components/ui/feedback/toast.tsx";
import { Checkbox } from "#components/ui/forms/checkbox.tsx";
import { Field } from "#components/ui/forms/field.tsx";
import { Input } from "#components/ui/forms/input.tsx";
import { PasswordInput } from "#components/ui/forms/password-input.tsx";
import { useBodySchema } from "#components/ui/forms/use-body-schema.ts";
import { mutation } from "#lib/api/query.ts";
import { putSingleSignOn } from "#lib/contract/single-sign-on.ts";
import type { SignOn } from "./sign-on.ts";

type SignOnFormProps = { signOn: SignOn | null; onDone: () => void };
type Draft = { issuer: string; client_id: string; client_secret: string; allow_unverified_email: boolean };

const MISSING: Partial<Record<keyof Draft, string>> = {
  issuer: "Enter the provider's https address",
  client_id: "Enter the id that the provider gave to this gateway",
  client_secret: "Enter the secret that the provider gave with the id",
};

/** The provider's address, and the client that the gateway is there. */
export function SignOnForm({ signOn, onDone }: SignOnFormProps) {
  const [draft, setDraft] = useState<Draft>(() => ({
    issuer: signOn?.issuer ?? "",
    client_id: signOn?.client_id ?? "",
    client_secret: "",
    allow_unverified_email: signOn?.allow_unverified_email ?? false,
  }));
  const [tried, setTried] = useState(false);
  const save = useMutation(mutation(putSingleSignOn));
  const checked = useBodySchema(putSingleSignOn)?.safeParse(draft);
  const wrong = new Set(tried ? checked?.error?.issues.map(({ path }) => path[0]) : []);
  const problem = (name: keyof Draft) => (wrong.has(name) ? MISSING[name] : undefined);
  const set = (change: Partial<Draft>) => setDraft({ ...draft, ...change });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (checked?.success === false || save.isPending) return;
    save.mutate(
      { body: draft },
      {
        onSuccess: () => {
          save.reset();
          toastDone("Single sign-on is saved");
          onDone();
        },
      },
    );
  };
  return (
    <form onSubmit={submit} noValidate autoComplete="off" className="flex flex-col gap-4">
      <Field
        label="Issuer"
        hint="Its address with /.well-known/openid-configuration behind it tells the rest."
        error={problem("issuer")}
      >
        <Input
          value={draft.issuer}
          placeholder="https://login.example.com"
          autoComplete="off"
          onChange={(event) => set({ issuer: event.target.value.trim() })}
        />
      </Field>
      <Field label="Client id" error={problem("client_id")}>
        <Input
          mono
          value={draft.client_id}
          autoComplete="off"
          onChange={(event) => set({ client_id: event.target.value.trim() })}
        />
      </Field>
      <Field
        label="Client secret"
        hint={signOn ? "To be entered again with every change; it is never shown." : "Stored sealed, and never shown"}
        error={problem("client_secret")}
      >
        <PasswordInput
          value={draft.client_secret}
          autoComplete="off"
          onChange={(event) => set({ client_secret: event.target.value })}
        />
      </Field>
      <Checkbox
        checked={draft.allow_unverified_email}
        onCheckedChange={(allowed) => set({ allow_unverified_email: allowed })}
        label="Accept unverified email addresses"
        hint="Only if your provider never verifies addresses and nobody can choose theirs."
      />
      {!signOn && (
        <p className="text-muted text-sm">
          The redirect URL that the provider has to allow is shown once this is saved. It needs PUBLIC_URL, the
          gateway's own address, in its environment.
        </p>
      )}
      {save.error && (
        <p role="alert" className="text-bad text-sm">
          It was not saved: {save.error.message}
        </p>
      )}
      <footer className="flex flex-wrap justify-end gap-2">
        <Button onClick={onDone}>Cancel</Button>
        <Button type="submit" variant="filled" pending={save.isPending}>
          Save
        </Button>
      </footer>
    </form>
  );
}
