"use client";

import { useState } from "react";
import { Panel } from "#components/ui/display/panel.tsx";
import { Field } from "#components/ui/forms/field.tsx";
import { NumberInput } from "#components/ui/forms/number-input.tsx";
import { formatUsd } from "#lib/format.ts";
import { tokenPrice } from "#lib/token-price.ts";
import type { Model } from "../model-filters.ts";

const DAYS_A_MONTH = 30;

/**
 * Models that charge only for input and output tokens; the price of an image or second cannot be derived from these.
 */
const BY_TOKENS: readonly string[] = ["text", "embeddings"];

/** Estimates a cost at the listed prices; hidden if they do not suffice. */
export function CostCalculator({ model }: { model: Model }) {
  const { pricing, architecture } = model;
  const [input, setInput] = useState<number | null>(1000);
  const [output, setOutput] = useState<number | null>(500);
  const [calls, setCalls] = useState<number | null>(1000);
  const prompt = tokenPrice(pricing, "prompt");
  const completion = tokenPrice(pricing, "completion") ?? "0";
  const gives = architecture.output_modalities;
  if (prompt === undefined || Number(pricing.completion) < 0 || !gives.every(isByTokens)) return null;
  const known = input !== null && output !== null && calls !== null;
  const perCall = known ? input * Number(prompt) + output * Number(completion) : null;
  const perDay = perCall === null || calls === null ? null : perCall * calls;
  const perMonth = perDay === null ? null : perDay * DAYS_A_MONTH;
  return (
    <Panel title="Cost estimate" description="With the prices above, without caching">
      <div className="flex flex-col gap-4">
        <div className="grid grid-cols-3 gap-3 max-sm:grid-cols-1">
          <Field label="Input tokens per request">
            <NumberInput value={input} onValueChange={setInput} />
          </Field>
          {gives.includes("text") && (
            <Field label="Output tokens per request">
              <NumberInput value={output} onValueChange={setOutput} />
            </Field>
          )}
          <Field label="Requests per day">
            <NumberInput value={calls} onValueChange={setCalls} />
          </Field>
        </div>
        <dl aria-live="polite" className="grid grid-cols-3 gap-3 [&_dd]:text-lg [&_dt]:text-muted [&_dt]:text-xs">
          <div>
            <dt>Per request</dt>
            <dd>{formatUsd(perCall)}</dd>
          </div>
          <div>
            <dt>Per day</dt>
            <dd>{formatUsd(perDay)}</dd>
          </div>
          <div>
            <dt>{DAYS_A_MONTH} days</dt>
            <dd>{formatUsd(perMonth)}</dd>
          </div>
        </dl>
      </div>
    </Panel>
  );
}

function isByTokens(modality: string): boolean {
  return BY_TOKENS.includes(modality);
}
