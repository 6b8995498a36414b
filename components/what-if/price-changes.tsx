"use client";

import { X } from "lucide-react";
import { type FormEvent, useState } from "react";
import { Button } from "#components/ui/display/button.tsx";
import { IconButton } from "#components/ui/display/icon-button.tsx";
import { Field } from "#components/ui/forms/field.tsx";
import { Input } from "#components/ui/forms/input.tsx";
import { NumberInput } from "#components/ui/forms/number-input.tsx";
import { Select } from "#components/ui/forms/select.tsx";
import { formatUsd } from "#lib/format.ts";
import { usageUnit } from "#lib/usage-units.ts";
import type { ChangedPrice } from "./use-change.ts";

const UNITS = ["input_tokens", "output_tokens", "cache_read_tokens", "cache_write_tokens", "reasoning_tokens"];
const OPTIONS = UNITS.map((value) => ({ value, label: usageUnit(value).name }));
const MOST_USD = 1_000_000;

type PriceChangesProps = { prices: readonly ChangedPrice[]; onPricesChange: (prices: readonly ChangedPrice[]) => void };

/** Prices to use instead of those of that time. */
export function PriceChanges({ prices, onPricesChange }: PriceChangesProps) {
  const without = ({ endpoint_id, unit }: ChangedPrice) =>
    prices.filter((one) => one.endpoint_id !== endpoint_id || one.unit !== unit);
  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="mb-2 font-medium text-sm">Hypothetical prices</legend>
      {prices.length > 0 && (
        <ul aria-label="Hypothetical prices" className="border-t">
          {prices.map((price) => {
            const text = `${price.endpoint_id}, ${usageUnit(price.unit).name.toLowerCase()}`;
            return (
              <li key={text} className="flex items-center gap-3 border-b py-1 text-sm">
                <span className="min-w-0 flex-1 break-all">{text}</span>
                <span>{formatUsd(price.usd_per_million)} per M tokens</span>
                <IconButton label={`Remove the price of ${text}`} onClick={() => onPricesChange(without(price))}>
                  <X aria-hidden />
                </IconButton>
              </li>
            );
          })}
        </ul>
      )}
      <AddPrice onAdd={(price) => onPricesChange([...without(price), price])} />
    </fieldset>
  );
}

function AddPrice({ onAdd }: { onAdd: (price: ChangedPrice) => void }) {
  const [endpoint, setEndpoint] = useState("");
  const [unit, setUnit] = useState("input_tokens");
  const [usd, setUsd] = useState<number | null>(null);
  const [problem, setProblem] = useState<string>();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const id = endpoint.trim();
    if (!/^[^\s@]+@[^\s@]+$/.test(id)) return setProblem("Enter a model endpoint as model@provider.");
    if (usd === null || usd < 0 || usd > MOST_USD) return setProblem("Enter a price from 0 to 1,000,000.");
    setProblem(undefined);
    setEndpoint("");
    onAdd({ endpoint_id: id, unit, usd_per_million: usd });
  };
  return (
    <form onSubmit={submit} className="flex flex-wrap items-start gap-3">
      <Field label="Model endpoint" className="w-80 max-sm:w-full" error={problem}>
        <Input
          mono
          value={endpoint}
          placeholder="openai/gpt-5.4-mini@openai"
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => setEndpoint(event.target.value)}
        />
      </Field>
      <Field label="Unit" className="w-36">
        <Select options={OPTIONS} value={unit} onValueChange={setUnit} />
      </Field>
      <Field label="USD per M tokens" className="w-36">
        <NumberInput prefix="$" value={usd} onValueChange={setUsd} />
      </Field>
      <Button type="submit" className="mt-6.5 max-sm:mt-0">
        Add price
      </Button>
    </form>
  );
}
