"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Button } from "#components/ui/display/button.tsx";
import { Panel } from "#components/ui/display/panel.tsx";
import { Time } from "#components/ui/display/time.tsx";
import { toastDone, toastFailed } from "#components/ui/feedback/toast.tsx";
import { ConfirmPopover } from "#components/ui/overlays/confirm-popover.tsx";
import { mutation, query } from "#lib/api/query.ts";
import type { ResponseOf } from "#lib/contract/endpoint.ts";
import { getModel } from "#lib/contract/models.ts";
import { endPriceOverride, listPrices } from "#lib/contract/prices.ts";
import { usageUnit, usdOfPrice } from "#lib/usage-units.ts";
import { type UsdColumn, usdColumn } from "#lib/usd-column.ts";

type Providers = readonly { tag: string; provider_name: string }[];
type Price = ResponseOf<typeof listPrices>["data"][number];

/** The model's custom prices in force, with buttons to end them; nothing without any. */
export function CustomPrices({ model, providers }: { model: string; providers: Providers }) {
  const { data } = useQuery(query(listPrices, { query: { model, origin: "override", active: "true" } }));
  if (!data || data.data.length === 0) return null;
  const format = usdColumn(data.data.map(usdOfCustom));
  return (
    <Panel title="Custom prices" description="These override the prices from public sources.">
      <ul className="text-sm">
        {data.data.map((price) => (
          <OwnPrice key={price.id} price={price} providers={providers} format={format} />
        ))}
      </ul>
    </Panel>
  );
}

type OwnPriceProps = { price: Price; providers: Providers; format: UsdColumn };

function OwnPrice({ price, providers, format }: OwnPriceProps) {
  const client = useQueryClient();
  const end = useMutation(mutation(endPriceOverride));
  const onConfirm = () =>
    end.mutate(
      { params: { id: price.id } },
      {
        onSuccess: () => {
          void client.invalidateQueries({ queryKey: [getModel.resource] });
          toastDone("Custom price removed");
        },
        onError: (error) => toastFailed("Could not remove the price", { description: error.message }),
      },
    );
  const what = `${price.unit ? usageUnit(price.unit).name : "All prices"}${price.variant ? ` at ${price.variant}` : ""}`;
  return (
    <li className="flex min-h-9 flex-wrap items-center gap-x-3 gap-y-1 border-b py-1.5 last:border-b-0">
      <span className="min-w-0 flex-1">
        {what}
        <span className="block break-words text-muted text-xs">
          {price.provider === null ? "All providers" : nameOf(price.provider, providers)}, from {price.source}
          {price.created_at && (
            <>
              , <Time value={price.created_at} />
            </>
          )}
        </span>
      </span>
      <span>{amountOf(price, format)}</span>
      <ConfirmPopover
        trigger={
          <Button size="small" pending={end.isPending} aria-label={`Remove the custom price of ${what}`}>
            Remove
          </Button>
        }
        question={`Remove the custom price of ${what}?`}
        action="Remove price"
        onConfirm={onConfirm}
      >
        The source price applies again from the next request. Without one, such requests are rejected.
      </ConfirmPopover>
    </li>
  );
}

function nameOf(id: string, providers: Providers): string {
  return providers.find(({ tag }) => tag === id)?.provider_name ?? id;
}

/** Returns the price in USD, unless the custom price is a discount. */
function usdOfCustom({ unit, nano_usd_per_million: nano }: Price): number | null {
  return nano === null || unit === null ? null : usdOfPrice(unit, nano);
}

function amountOf(price: Price, format: UsdColumn): string {
  const usd = usdOfCustom(price);
  if (usd === null || price.unit === null) return `− ${(price.discount_basis_points ?? 0) / 100}%`;
  return `${format(usd)} / ${usageUnit(price.unit).per}`;
}
