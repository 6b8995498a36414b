import { cn } from "#lib/cn.ts";
import { formatNanoUsd, formatNanoUsdTotal, formatUsd, formatUsdTotal } from "#lib/format.ts";

type MoneyProps = {
  /** Two decimals from a cent up, for sums. */
  total?: boolean;
  /** Why the amount is unknown, shown on hover of the dash. */
  unknown?: string;
  className?: string;
} & (
  | { nanoUsd: number | bigint | null | undefined; usd?: undefined }
  | { usd: number | null | undefined; nanoUsd?: undefined }
);

/** An amount in USD; tiny ones keep their digits, unknown is a dash with its reason. */
export function Money({ total = false, unknown, className, ...amount }: MoneyProps) {
  const text = "nanoUsd" in amount ? fromNano(amount.nanoUsd, total) : fromUsd(amount.usd, total);
  return (
    <span className={cn("whitespace-nowrap tabular-nums", className)} title={text === "–" ? unknown : undefined}>
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
