"use client";

import { type FormEvent, useState } from "react";
import { usePermission } from "#components/shell/use-permission.ts";
import { Button } from "#components/ui/display/button.tsx";
import { Panel } from "#components/ui/display/panel.tsx";
import { Time } from "#components/ui/display/time.tsx";
import { RoleNote } from "#components/ui/feedback/role-note.tsx";
import { Field } from "#components/ui/forms/field.tsx";
import { Input } from "#components/ui/forms/input.tsx";
import type { ResponseOf } from "#lib/contract/endpoint.ts";
import { type getPriceCheck, planPrices } from "#lib/contract/price-refresh.ts";
import { formatCount } from "#lib/format.ts";

type Check = ResponseOf<typeof getPriceCheck>["data"];

/** The source that the gateway checks on its own, and a field for another one. `onCompare`: "" for the former. */
export function PriceSource({ check, onCompare }: { check: Check; onCompare: (from: string) => void }) {
  const mayPlan = usePermission(planPrices);
  const [address, setAddress] = useState("");
  const [problem, setProblem] = useState<string>();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const isValid = /^https:\/\/[^\s/]+/.test(address.trim());
    setProblem(isValid ? undefined : "Enter an address that starts with https://");
    if (isValid) onCompare(address.trim());
  };
  return (
    <Panel
      title="Source"
      actions={
        check.has_source &&
        mayPlan && (
          <Button size="small" onClick={() => onCompare("")}>
            Compare now
          </Button>
        )
      }
    >
      <div className="flex flex-col gap-4 text-sm">
        <p>
          <CheckWords check={check} />
        </p>
        {mayPlan ? (
          <form onSubmit={submit} noValidate className="flex max-w-180 flex-wrap items-end gap-2">
            <Field
              label={check.has_source ? "Another source" : "Source"}
              hint="A Switchboard snapshot, or models.dev's api.json"
              error={problem}
              className="grow"
            >
              <Input
                type="url"
                value={address}
                placeholder="https://models.dev/api.json"
                onChange={(event) => setAddress(event.target.value)}
              />
            </Field>
            <Button type="submit" className="mb-5.5">
              Compare
            </Button>
          </form>
        ) : (
          <RoleNote>Only owners and admins can compare and apply prices.</RoleNote>
        )}
      </div>
    </Panel>
  );
}

function CheckWords({ check }: { check: Check }) {
  const { has_source: hasSource, every_hours: hours, checked_at: at, error, changes, models_added: added } = check;
  if (!hasSource) return "No source is configured. Set PRICES_FROM, and the gateway checks for new prices every day.";
  const often =
    hours === null
      ? "Automatic checks are off."
      : `The gateway checks every ${hours === 1 ? "hour" : `${formatCount(hours)} hours`}.`;
  if (!at) return `${often} The next check runs within a minute.`;
  return (
    <>
      {often} Last check <Time value={at} />: {error ?? foundWords(changes, added)}
    </>
  );
}

function foundWords(changes: number, added: number): string {
  if (changes + added === 0) return "all prices agree.";
  const prices = `${formatCount(changes)} ${changes === 1 ? "price differs" : "prices differ"}`;
  return `${prices}, and ${formatCount(added)} ${added === 1 ? "model is" : "models are"} new.`;
}
