import { cn } from "#lib/cn.ts";
import { formatNanoUsd, formatNanoUsdTotal, formatUsd, formatUsdTotal } from "#lib/format.ts";
import type { UsdColumn } from "#lib/usd-column.ts";

type MoneyProps = {
  /** Two decimals, for sums. */
  total?: boolean;
  /** The column's format: `usdColumn` of all its amounts. */
  column?: UsdColumn;
  /** Why the amount is unknown, shown on hover of the dash. */
  unknown?: string;
  className?: string;
} & (
  | { nanoUsd: number | bigint | null | undefined; usd?: undefined }
  | { usd: number | null | undefined; nanoUsd?: undefined }
);

/** An amount in USD; tiny ones keep their digits, unknown is a dash with its reason. */
export function Money({ total = false, column, unknown, className, ...amount }: MoneyProps) {
  const alone = "nanoUsd" in amount ? fromNano(amount.nanoUsd, total) : fromUsd(amount.usd, total);
  const text = column && !("nanoUsd" in amount) ? column(amount.usd) : alone;
  const exact = "nanoUsd" in amount ? fromNano(amount.nanoUsd, false) : fromUsd(amount.usd, false);
  const title = text === "–" ? unknown : text.includes("<") ? exact : undefined;
  return (
    <span className={cn("whitespace-nowrap tabular-nums", className)} title={title}>
      {text}
    </span>
  );
}

function fromNano(nanoUsd: number | bigint | null | undefined, total: boolean): string {
  return total ? formatNanoUsdTotal(nanoUsd) : formatNanoUsd(nanoUsd);
}

function fromUsd(usd: number | null | undefined, total: boolean): string {
  return total ? formatUsdTotal(usd) : formatUsd(usd);
}
