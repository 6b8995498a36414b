"use client";

import type { z } from "zod";
import {
  parseAsArrayOf,
  parseAsBoolean,
  parseAsString,
  parseAsStringLiteral,
} from "#components/ui/hooks/query-parsers.ts";
import { useQueryStates } from "#components/ui/hooks/query-state.ts";
import type { WhatIf, WhatIfResult } from "#lib/contract/what-if.ts";

export type Change = Omit<z.input<typeof WhatIf>, "time_range">;
export type ChangedPrice = NonNullable<Change["prices"]>[number];
export type Result = z.output<typeof WhatIfResult>;

export const SORTS = ["price", "latency", "throughput", "exacto"] as const satisfies Change["sort"][];

export const REGIONS = ["europe", "us"] as const satisfies Change["allowed_data_regions"];

const names = parseAsArrayOf(parseAsString).withDefault([]);

const parsers = {
  sort: parseAsStringLiteral(SORTS),
  down: names,
  allowed: names,
  ignored: names,
  zdr: parseAsBoolean.withDefault(false),
  region: parseAsStringLiteral(REGIONS),
  prices: names,
};

/** The change to try, stored in the address so that it can be shared. */
export function useChange() {
  const [view, set] = useQueryStates(parsers, { scroll: false });
  const prices = view.prices.flatMap((text) => priceFrom(text) ?? []);
  const change: Change = {
    ...(view.sort && { sort: view.sort }),
    outages: view.down,
    allowed_providers: view.allowed,
    ignored_providers: view.ignored,
    enforce_zdr: view.zdr,
    allowed_data_regions: view.region ? [view.region] : [],
    prices,
  };
  const setPrices = (next: readonly ChangedPrice[]) => void set({ prices: next.map(textOf) });
  return { view, change, prices, set: (values: Partial<typeof view>) => void set(values), setPrices };
}

function textOf({ endpoint_id: endpoint, unit, usd_per_million: usd }: ChangedPrice): string {
  return `${endpoint} ${unit} ${usd}`;
}

function priceFrom(text: string): ChangedPrice | undefined {
  const [endpoint, unit, usd, ...rest] = text.split(" ");
  const price = Number(usd);
  if (!endpoint || !unit || !usd || rest.length > 0 || !(price >= 0)) return undefined;
  return { endpoint_id: endpoint, unit, usd_per_million: price };
}
