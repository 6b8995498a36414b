"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { toastDone } from "#components/ui/feedback/toast.tsx";
import { Form } from "#components/ui/forms/form.tsx";
import { FormField } from "#components/ui/forms/form-field.tsx";
import { FormFooter } from "#components/ui/forms/form-footer.tsx";
import { FormProblem } from "#components/ui/forms/form-problem.tsx";
import { Input } from "#components/ui/forms/input.tsx";
import { NumberInput } from "#components/ui/forms/number-input.tsx";
import { useContractForm } from "#components/ui/forms/use-contract-form.ts";
import { Dialog } from "#components/ui/overlays/dialog.tsx";
import { mutation } from "#lib/api/query.ts";
import { getModel } from "#lib/contract/models.ts";
import { createPriceOverride } from "#lib/contract/prices.ts";
import { nanoUsdPerMillion, usageUnit } from "#lib/usage-units.ts";
import { describeUnpriced, type Unpriced } from "./unpriced.ts";

const TOO_EXACT = "Use fewer decimals: this price cannot be stored exactly";

/** Sets a missing price. */
export function SetPrice({ part, onClose }: { part: Unpriced; onClose: () => void }) {
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`Set a price: ${describeUnpriced(part)}`}
      description="Applies to the whole gateway from the next request and is recorded in the audit log."
    >
      <PriceForm part={part} onClose={onClose} />
    </Dialog>
  );
}

function PriceForm({ part, onClose }: { part: Unpriced; onClose: () => void }) {
  const client = useQueryClient();
  const { mutateAsync } = useMutation(mutation(createPriceOverride));
  const { per } = usageUnit(part.unit);
  const nanoOf = (usd: number | null) => (usd === null ? undefined : nanoUsdPerMillion(part.unit, usd));
  const form = useContractForm({
    endpoint: createPriceOverride,
    defaultValues: { usd: null as number | null, source: "" },
    bodyOf: ({ usd, source }) => ({
      model_endpoint: part.endpoint,
      unit: part.unit as never,
      variant: part.variant,
      nano_usd_per_million: nanoOf(usd) ?? 0,
      source: source.trim(),
    }),
    check: ({ usd, source }) => ({
      usd: usd === null ? "Enter an amount" : nanoOf(usd) === undefined ? TOO_EXACT : undefined,
      source: source.trim() === "" ? "Enter the source of the price" : undefined,
    }),
    send: (body) => mutateAsync({ body }),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: [getModel.resource] });
      onClose();
      toastDone("Price set");
    },
  });
  return (
    <Form form={form}>
      <FormField
        form={form}
        name="usd"
        label="Price"
        aside={`USD / ${per}`}
        required
        hint="What the provider charges; 0 if it is free"
      >
        {({ onChange, ...field }) => <NumberInput {...field} onValueChange={onChange} prefix="$" placeholder="0.00" />}
      </FormField>
      <FormField
        form={form}
        name="source"
        label="Source"
        required
        hint="A contract, a quote or the URL of the provider's price list"
      >
        {(field) => <Input {...field} maxLength={500} />}
      </FormField>
      <FormProblem what="Could not set the price" problem={form.problem} />
      <FormFooter action="Set price" onCancel={onClose} pending={form.isPending} />
    </Form>
  );
}
