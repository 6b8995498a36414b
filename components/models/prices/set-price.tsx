"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { Button } from "#components/ui/display/button.tsx";
import { toastDone } from "#components/ui/feedback/toast.tsx";
import { Field } from "#components/ui/forms/field.tsx";
import { Input } from "#components/ui/forms/input.tsx";
import { NumberInput } from "#components/ui/forms/number-input.tsx";
import { Dialog } from "#components/ui/overlays/dialog.tsx";
import { mutation } from "#lib/api/query.ts";
import { getModel } from "#lib/contract/models.ts";
import { createPriceOverride } from "#lib/contract/prices.ts";
import { nanoUsdPerMillion, usageUnit } from "#lib/usage-units.ts";
import { type Unpriced, wordsOf } from "./unpriced.ts";

/** Sets the price that no source states. */
export function SetPrice({ part, onClose }: { part: Unpriced; onClose: () => void }) {
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`Set a price: ${wordsOf(part)}`}
      description="It holds from the next call on, for the whole gateway, and stays in the audit log."
    >
      <PriceForm part={part} onClose={onClose} />
    </Dialog>
  );
}

function PriceForm({ part, onClose }: { part: Unpriced; onClose: () => void }) {
  const [usd, setUsd] = useState<number | null>(null);
  const [source, setSource] = useState("");
  const [tried, setTried] = useState(false);
  const client = useQueryClient();
  const create = useMutation(mutation(createPriceOverride));
  const { per } = usageUnit(part.unit);
  const amount = usd === null ? undefined : nanoUsdPerMillion(part.unit, usd);
  const problems = {
    amount:
      usd === null ? "Enter an amount" : amount === undefined ? "Not a price that can be kept exactly" : undefined,
    source: source.trim() === "" ? "Say where the price is from, for who reads a bill later" : undefined,
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (amount === undefined || problems.source || create.isPending) return;
    const terms = { unit: part.unit as never, variant: part.variant, nano_usd_per_million: amount };
    create.mutate(
      { body: { model_endpoint: part.endpoint, ...terms, source: source.trim() } },
      {
        onSuccess: () => {
          void client.invalidateQueries({ queryKey: [getModel.resource] });
          onClose();
          toastDone("Price set");
        },
      },
    );
  };
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-4">
      <Field
        label="Price"
        aside={`USD / ${per}`}
        required
        error={tried ? problems.amount : undefined}
        hint="What the provider bills; 0 if it bills nothing for this"
      >
        <NumberInput value={usd} onValueChange={setUsd} prefix="$" placeholder="0.00" />
      </Field>
      <Field
        label="Source"
        required
        error={tried ? problems.source : undefined}
        hint="A contract, a quote, or the address of the provider's price list"
      >
        <Input value={source} maxLength={500} onChange={(event) => setSource(event.target.value)} />
      </Field>
      {create.error && (
        <p role="alert" className="text-bad text-sm">
          Nothing was set: {create.error.message}
        </p>
      )}
      <footer className="flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" variant="filled" pending={create.isPending}>
          Set price
        </Button>
      </footer>
    </form>
  );
}
