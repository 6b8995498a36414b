"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "#components/ui/display/button.tsx";
import { Field } from "#components/ui/forms/field.tsx";
import { RadioGroup } from "#components/ui/forms/radio-group.tsx";
import { Dialog } from "#components/ui/overlays/dialog.tsx";
import { mutation } from "#lib/api/query.ts";
import { rotateKey } from "#lib/contract/keys.ts";
import { KeySecret } from "./editor/key-secret.tsx";
import type { Key } from "./key-status.tsx";
import { KeyUseFacts } from "./key-use-facts.tsx";

const HOUR_SECONDS = 3600;
const GRACES = [
  { value: String(24 * HOUR_SECONDS), label: "Works for another 24 hours" },
  { value: String(6 * HOUR_SECONDS), label: "Works for another 6 hours" },
  { value: String(HOUR_SECONDS), label: "Works for another hour" },
  { value: "900", label: "Works for another 15 minutes" },
  { value: "0", label: "Stops working now", hint: "Requests with it are rejected immediately." },
] as const;
type Grace = (typeof GRACES)[number]["value"];

type RotateKeyProps = { record: Key; open: boolean; onClose: () => void };

/** Replaces a key: creates a new secret now, while the old one works for a grace period. */
export function RotateKey({ record, open, onClose }: RotateKeyProps) {
  const [grace, setGrace] = useState<Grace>(GRACES[0].value);
  const [made, setMade] = useState<{ secret: string; hash: string }>();
  const rotate = useMutation(mutation(rotateKey));
  const graceSeconds = record.disabled ? 0 : Number(grace);
  const atOnce = graceSeconds === 0;
  const confirm = () =>
    rotate.mutate(
      { params: { hash: record.hash }, body: { grace_seconds: graceSeconds } },
      {
        onSuccess: ({ key, data }) => {
          // The response contains the secret, which must only exist in the dialog's state.
          rotate.reset();
          onClose();
          setMade({ secret: key, hash: data.hash });
        },
      },
    );
  return (
    <>
      <Dialog
        open={open}
        onOpenChange={onClose}
        title={`Rotate key ${record.name}`}
        description="The new key has the same name, limit, expiry and guardrail."
        footer={
          <>
            <Button onClick={onClose}>Cancel</Button>
            <Button variant={atOnce ? "danger" : "filled"} pending={rotate.isPending} onClick={confirm}>
              {atOnce ? "Rotate and revoke old key" : "Rotate key"}
            </Button>
          </>
        }
      >
        {record.disabled ? (
          <p className="text-sm">The old key is disabled and ends now.</p>
        ) : (
          <Field label="The old key">
            <RadioGroup options={GRACES} value={grace} onValueChange={setGrace} />
          </Field>
        )}
        <section aria-label="Usage of the old key" className="flex flex-col gap-2 border-t pt-3 text-sm">
          <h3 className="font-medium">Usage of the old key</h3>
          <KeyUseFacts record={record} />
        </section>
        {rotate.error && (
          <p role="alert" className="text-bad text-sm">
            Could not rotate the key: {rotate.error.message}
          </p>
        )}
      </Dialog>
      <KeySecret
        secret={made?.secret}
        title="Key rotated"
        management={record.is_management_key}
        onClose={() => {
          setMade(undefined);
          if (made) showRow(made.hash);
        }}
      />
    </>
  );
}

/** Brings the row of the new key into view, if the page is the list of keys. */
function showRow(hash: string): void {
  const row = document.querySelector(`a[data-row][href$="/keys/${hash}"]`)?.closest("tr");
  row?.scrollIntoView({ block: "center" });
}
