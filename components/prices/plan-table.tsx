import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from "#components/ui/display/table.tsx";
import type { ResponseOf } from "#lib/contract/endpoint.ts";
import type { planPrices } from "#lib/contract/price-refresh.ts";
import { formatCount } from "#lib/format.ts";
import { usageUnit, usdOfPrice } from "#lib/usage-units.ts";
import { usdColumn } from "#lib/usd-column.ts";

type Change = ResponseOf<typeof planPrices>["data"]["changes"][number];

/** Prices before and after. */
export function PlanTable({ changes }: { changes: readonly Change[] }) {
  const amounts = usdColumn(changes.flatMap((change) => [before(change), after(change)]));
  return (
    <Table caption="Price changes">
      <TableHead>
        <TableHeader>Model endpoint</TableHeader>
        <TableHeader>Price of</TableHeader>
        <TableHeader numeric>Before</TableHeader>
        <TableHeader numeric>After</TableHeader>
        <TableHeader numeric>Change</TableHeader>
      </TableHead>
      <TableBody>
        {changes.map((change) => (
          <TableRow key={[change.model_endpoint, ...Object.values(termsOf(change))].join(" ")}>
            <TableCell line="first" className="md:max-w-80 md:truncate" title={change.model_endpoint}>
              <span className="font-mono text-xs">{change.model_endpoint}</span>
            </TableCell>
            <TableCell>{whatOf(change)}</TableCell>
            <TableCell numeric>{before(change) === null ? "none" : amounts(before(change))}</TableCell>
            <TableCell numeric>{after(change) === null ? "none" : amounts(after(change))}</TableCell>
            <TableCell numeric line="first">
              {percentOf(change)}
            </TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}

function termsOf({ unit, min_prompt_tokens, service_tier, variant, hours_utc }: Change) {
  return { unit, min_prompt_tokens, service_tier, variant, hours: JSON.stringify(hours_utc) };
}

/** "Input / M tokens, flex, from 200,000 input tokens". */
function whatOf({ unit, min_prompt_tokens: least, service_tier: tier, variant, hours_utc: hours }: Change): string {
  const { name, per } = usageUnit(unit);
  return [
    `${name} / ${per}`,
    tier,
    variant,
    least > 0 && `from ${formatCount(least)} input tokens`,
    hours && `${clock(hours.start_minute)} to ${clock(hours.end_minute)} UTC`,
  ]
    .filter(Boolean)
    .join(", ");
}

function clock(minute: number): string {
  return `${String(Math.floor(minute / 60)).padStart(2, "0")}:${String(minute % 60).padStart(2, "0")}`;
}

function before({ unit, old_nano_usd_per_million: nano }: Change): number | null {
  return nano === null ? null : usdOfPrice(unit, nano);
}

function after({ unit, new_nano_usd_per_million: nano }: Change): number | null {
  return nano === null ? null : usdOfPrice(unit, nano);
}

function percentOf({ percent }: Change): string {
  if (percent === null) return "–";
  return `${percent > 0 ? "+" : percent < 0 ? "−" : ""}${Math.abs(percent)}%`;
}
