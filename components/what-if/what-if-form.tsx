"use client";

import { useQuery } from "@tanstack/react-query";
import { Button } from "#components/ui/display/button.tsx";
import { Checkbox } from "#components/ui/forms/checkbox.tsx";
import { Field } from "#components/ui/forms/field.tsx";
import { NameList } from "#components/ui/forms/name-list.tsx";
import { Select } from "#components/ui/forms/select.tsx";
import { query } from "#lib/api/query.ts";
import { listProviders } from "#lib/contract/providers.ts";
import { PriceChanges } from "./price-changes.tsx";
import { REGIONS, SORTS, useChange } from "./use-change.ts";

const AS_RECORDED = "recorded";
const SORT_OPTIONS = [
  { value: AS_RECORDED, label: "As in each request" },
  { value: "price", label: "Lowest price" },
  { value: "latency", label: "Lowest latency" },
  { value: "throughput", label: "Highest throughput" },
  { value: "exacto", label: "Fewest failures" },
] as const;

const ANY_REGION = "any";
const REGION_OPTIONS = [
  { value: ANY_REGION, label: "Anywhere" },
  { value: "europe", label: "Europe" },
  { value: "us", label: "United States" },
] as const;

type WhatIfFormProps = { onReplay: () => void; pending: boolean };

/** The change to try: sort order, outage, guardrail and prices. */
export function WhatIfForm({ onReplay, pending }: WhatIfFormProps) {
  const { view, set, prices, setPrices } = useChange();
  const providers = useQuery(query(listProviders)).data?.data ?? [];
  const options = providers.map(({ slug, name }) => ({ value: slug, label: slug, hint: name }));
  return (
    <section aria-label="Change" className="flex flex-col gap-5">
      <div className="grid items-start gap-4 sm:grid-cols-2 xl:grid-cols-4">
        <Field label="Sort candidates by" hint="Replaces the order of every request">
          <Select
            options={SORT_OPTIONS}
            value={view.sort ?? AS_RECORDED}
            onValueChange={(value) => set({ sort: SORTS.find((sort) => sort === value) ?? null })}
          />
        </Field>
        <NameList
          label="Simulate an outage of"
          hint="Providers, or model endpoints by name"
          noun="provider"
          options={options}
          values={view.down}
          onValuesChange={(down) => set({ down })}
          isListed={(name) => name.includes("@")}
          problem={undefined}
        />
        <NameList
          label="Allowed providers"
          hint="Leave empty to allow every provider"
          noun="provider"
          options={options}
          values={view.allowed}
          onValuesChange={(allowed) => set({ allowed })}
          problem={undefined}
        />
        <NameList
          label="Excluded providers"
          hint="Never used, even if allowed"
          noun="provider"
          options={options}
          values={view.ignored}
          onValuesChange={(ignored) => set({ ignored })}
          problem={undefined}
        />
      </div>
      <div className="flex flex-wrap items-start gap-x-8 gap-y-4">
        <Field
          label="Process data in"
          hint="Europe and United States exclude providers whose region is unknown"
          className="w-60 max-sm:w-full"
        >
          <Select
            options={REGION_OPTIONS}
            value={view.region ?? ANY_REGION}
            onValueChange={(value) => set({ region: REGIONS.find((region) => region === value) ?? null })}
          />
        </Field>
        <Checkbox
          className="sm:mt-7"
          label="Require zero data retention"
          checked={view.zdr}
          onCheckedChange={(zdr) => set({ zdr })}
        />
      </div>
      <PriceChanges prices={prices} onPricesChange={setPrices} />
      <Button variant="filled" className="self-start" onClick={onReplay} pending={pending}>
        Replay requests
      </Button>
    </section>
  );
}
