"use client";

import { useMutation } from "@tanstack/react-query";
import { toastDone } from "#components/ui/feedback/toast.tsx";
import { Form } from "#components/ui/forms/form.tsx";
import { FormCheckbox } from "#components/ui/forms/form-checkbox.tsx";
import { FormField } from "#components/ui/forms/form-field.tsx";
import { FormFooter } from "#components/ui/forms/form-footer.tsx";
import { FormProblem } from "#components/ui/forms/form-problem.tsx";
import { Input } from "#components/ui/forms/input.tsx";
import { PasswordInput } from "#components/ui/forms/password-input.tsx";
import { useContractForm } from "#components/ui/forms/use-contract-form.ts";
import { mutation } from "#lib/api/query.ts";
import { putSingleSignOn } from "#lib/contract/single-sign-on.ts";
import type { SignOn } from "./sign-on.ts";

type SignOnFormProps = { signOn: SignOn | null; onDone: () => void };
/** The identity provider's address, and the client ID and secret that it gave the gateway. */
export function SignOnForm({ signOn, onDone }: SignOnFormProps) {
  const save = useMutation(mutation(putSingleSignOn));
  const form = useContractForm({
    endpoint: putSingleSignOn,
    defaultValues: {
      issuer: signOn?.issuer ?? "",
      client_id: signOn?.client_id ?? "",
      client_secret: "",
      allow_unverified_email: signOn?.allow_unverified_email ?? false,
      request_groups: signOn?.request_groups ?? false,
    },
    bodyOf: ({ issuer, client_id, ...rest }) => ({ ...rest, issuer: issuer.trim(), client_id: client_id.trim() }),
    messages: {
      issuer: "Enter the provider's HTTPS URL",
      client_id: "Enter the client ID from the provider",
      client_secret: "Enter the client secret from the provider",
    },
    send: (body) => save.mutateAsync({ body }),
    onSuccess: () => {
      save.reset();
      toastDone("Single sign-on saved");
      onDone();
    },
  });
  return (
    <Form form={form} autoComplete="off">
      <FormField
        form={form}
        name="issuer"
        label="Issuer"
        hint="The provider's URL, without /.well-known/openid-configuration"
      >
        {(field) => <Input {...field} placeholder="https://login.example.com" autoComplete="off" />}
      </FormField>
      <FormField form={form} name="client_id" label="Client ID">
        {(field) => <Input {...field} mono autoComplete="off" />}
      </FormField>
      <FormField
        form={form}
        name="client_secret"
        label="Client secret"
        hint={signOn ? "Enter it again with every change. It is never shown." : "Stored encrypted and never shown"}
      >
        {(field) => <PasswordInput {...field} autoComplete="off" />}
      </FormField>
      <FormCheckbox
        form={form}
        name="allow_unverified_email"
        label="Accept unverified email addresses"
        hint="Only if your provider never verifies addresses and users cannot choose theirs"
      />
      <FormCheckbox
        form={form}
        name="request_groups"
        label="Request the groups scope"
        hint="Required for group mappings with Okta. Entra ID rejects this scope."
      />
      {!signOn && (
        <p className="text-muted text-sm">
          After you save, this page shows the redirect URL to register with the provider. It requires the PUBLIC_URL
          environment variable.
        </p>
      )}
      <FormProblem what="Could not save" problem={form.problem} />
      <FormFooter action="Save" onCancel={onDone} pending={form.isPending} />
    </Form>
  );
}
