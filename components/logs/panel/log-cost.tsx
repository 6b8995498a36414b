import { CircleCheck, CircleX, TriangleAlert } from "lucide-react";
import { ScrollBox } from "#components/ui/display/scroll-box.tsx";
import { formatCount } from "#lib/format.ts";
import { CostSources } from "./cost-sources.tsx";
import { exactUsdColumn } from "./exact-usd.ts";
import type { Generation } from "./generation.ts";
import { RawUsage } from "./raw-usage.tsx";

type Proof = Generation["cost_proof"];
const words = (unit: string) => unit.replaceAll("_", " ");
/** Basis points of a price without a geography factor. */
const UNMULTIPLIED = 10_000;
/**
 * The calculation of a request's cost: each multiplication, the rounding, the prices with their sources, the raw usage.
 */
export function LogCost({ call }: { call: Generation }) {
  const { cost_proof: proof } = call;
  const usd = exactUsdColumn([...proof.lines.map((line) => line.nano_usd), ...sumsOf(proof), ...reportedOf(proof)]);
  const prices = exactUsdColumn(proof.lines.map((line) => String(line.nano_usd_per_million)));
  return (
    <section aria-label="Cost" className="flex flex-col gap-2">
      <h3 className="font-medium text-sm">Cost</h3>
      <ScrollBox as="section" aria-label="Cost calculation" className="overflow-x-auto">
        <table className="w-full text-left text-xs tabular-nums [&_td:not(:first-child)]:pl-3 [&_th:not(:first-child)]:pl-3">
          <thead>
            <tr className="border-b text-muted [&_th]:whitespace-nowrap [&_th]:pb-1 [&_th]:font-normal">
              <th scope="col">Unit</th>
              <th scope="col" className="text-right">
                Units
              </th>
              <th scope="col" className="text-right">
                × USD per million
              </th>
              <th scope="col" className="text-right">
                = USD, exact
              </th>
            </tr>
          </thead>
          <tbody>
            {proof.lines.map((line) => (
              <Line
                key={`${line.model} ${line.unit} ${line.price_id}`}
                line={line}
                number={numberOf(proof, line.price_id)}
                usd={usd}
                prices={prices}
              />
            ))}
          </tbody>
          <Sums call={call} usd={usd} />
        </table>
      </ScrollBox>
      <Verdict proof={proof} />
      {proof.report_differs && (
        <p className="flex items-start gap-1.5 text-warn text-xs">
          <TriangleAlert className="mt-px size-3.5 shrink-0" aria-hidden />
          The provider reported a cost that differs by more than 1%. Check the prices used.
        </p>
      )}
      {call.usage_estimated && (
        <p className="text-muted text-xs">The provider reported no usage, so the gateway counted it.</p>
      )}
      {proof.unpriced_units.length > 0 && (
        <p className="text-warn text-xs">
          Not in the cost, because there is no price: {proof.unpriced_units.map(words).join(", ")}.
        </p>
      )}
      <CostSources proof={proof} />
      <RawUsage proof={proof} />
    </section>
  );
}

function numberOf(proof: Proof, priceId: string): number {
  return proof.prices.findIndex(({ id }) => id === priceId) + 1;
}

/** Returns the amounts below the lines: the sum, the rounded sum, and the charge. */
function sumsOf(proof: Proof): [sum: string, rounded: string, charged: string] {
  return [proof.sum_nano_usd, String(proof.nano_usd), String(proof.recorded_nano_usd)];
}

/** Returns the provider's reported cost, if any. */
function reportedOf({ reported_nano_usd: reported }: Proof): string[] {
  return reported === null ? [] : [String(reported)];
}

type LineProps = {
  line: Proof["lines"][number];
  number: number;
  usd: (nanoUsd: string) => string;
  prices: (nanoUsd: string) => string;
};

function Line({ line, number, usd, prices }: LineProps) {
  return (
    <tr className="border-b align-top [&_td]:py-1">
      <td>
        {words(line.unit)}
        {line.model && <span className="block break-all text-muted">{line.model}</span>}
        {line.priced_as !== line.unit && (
          <span className="block text-muted">at the price of {words(line.priced_as)}</span>
        )}
      </td>
      <td className="text-right">{formatCount(line.units)}</td>
      <td className="whitespace-nowrap text-right">
        {line.nano_usd_per_million === 0 ? "Free" : prices(String(line.nano_usd_per_million))}
        {line.discount_basis_points > 0 && ` − ${line.discount_basis_points / 100}%`}
        {line.multiplier_basis_points !== UNMULTIPLIED && ` × ${line.multiplier_basis_points / UNMULTIPLIED}`}
        {number > 0 && <sup className="ml-0.5 text-muted">{number}</sup>}
      </td>
      <td className="text-right font-mono">{usd(line.nano_usd)}</td>
    </tr>
  );
}

const BY_PROVIDER = "Recorded; billed by the provider (BYOK)";

function Sums({ call, usd }: { call: Generation; usd: (nanoUsd: string) => string }) {
  const [sum, rounded, charged] = sumsOf(call.cost_proof);
  const { recorded_nano_usd: recorded, byok_nano_usd: byok } = call.cost_proof;
  const isPaidByBoth = byok > 0 && byok < recorded;
  return (
    <tfoot className="[&_td]:py-1">
      <tr>
        <td colSpan={3}>Sum</td>
        <td className="text-right font-mono">{usd(sum)}</td>
      </tr>
      <tr>
        <td colSpan={3}>Rounded once, half up, to a billionth of a dollar</td>
        <td className="text-right font-mono">{usd(rounded)}</td>
      </tr>
      <tr className="border-t font-medium">
        <td colSpan={3}>{isPaidByBoth ? "Recorded" : call.is_byok ? BY_PROVIDER : "Charged"}</td>
        <td className="text-right font-mono">{usd(charged)}</td>
      </tr>
      {isPaidByBoth && (
        <>
          <tr>
            <td colSpan={3}>Charged</td>
            <td className="text-right font-mono">{usd(String(recorded - byok))}</td>
          </tr>
          <tr>
            <td colSpan={3}>Billed by the provider (BYOK)</td>
            <td className="text-right font-mono">{usd(String(byok))}</td>
          </tr>
        </>
      )}
      {reportedOf(call.cost_proof).map((reported) => (
        <tr key={reported}>
          <td colSpan={3}>Reported by the provider</td>
          <td className="text-right font-mono">{usd(reported)}</td>
        </tr>
      ))}
    </tfoot>
  );
}

function Verdict({ proof }: { proof: Proof }) {
  if (proof.holds) {
    return (
      <p className="flex items-center gap-1.5 text-ok text-xs">
        <CircleCheck className="size-3.5 shrink-0" aria-hidden />
        Recalculated from stored data: the amounts match.
      </p>
    );
  }
  return (
    <p className="flex items-start gap-1.5 text-bad text-xs">
      <CircleX className="mt-px size-3.5 shrink-0" aria-hidden />
      <span>
        Recalculated from stored data: the amount differs from the charge.
        {proof.missing_price_ids.length > 0 && ` Prices no longer stored: ${proof.missing_price_ids.join(", ")}.`}
      </span>
    </p>
  );
}
