type Effect = {
  from: string;
  calls: number;
  is_complete: boolean;
  rejected: { workspace: string; cause: string; calls: number; cost_usd: number; models: string[] }[];
  moved: {
    workspace: string;
    cause: string;
    calls: number;
    cost_usd: number;
    new_cost_usd: number;
    unpriced_calls: number;
  }[];
  content: {
    workspace: string;
    calls: number;
    checked_calls: number;
    newly_blocked: number;
    newly_redacted: number;
    no_longer_blocked: number;
  }[];
  prices: { calls: number; cost_usd: number; new_cost_usd: number; unpriced_calls: number } | null;
  budgets: {
    workspace: string;
    name: string;
    limit_usd: number;
    exceeded: { from: string; spent_usd: number }[];
  }[];
  not_computed: string[];
};

/** Returns what a plan would have done to past requests, as lines of text. */
export function effectText({ from, calls, is_complete, rejected, moved, content, prices, budgets, ...rest }: Effect) {
  const lines = [
    ...rejected.map(
      (one) =>
        `${one.workspace}: ${one.cause} would have rejected ${one.calls} requests (${usd(one.cost_usd)}), of ${one.models.join(", ")}`,
    ),
    ...moved.map(
      (one) =>
        `${one.workspace}: ${one.cause} would have moved ${one.calls} requests to another provider, at ${usd(one.new_cost_usd)} instead of ${usd(one.cost_usd)}${unpricedNote(one.unpriced_calls)}`,
    ),
    ...content.map(
      (one) =>
        `${one.workspace}: changed filters read ${one.calls} requests; of ${one.checked_calls} that could be checked, they would have newly blocked ${one.newly_blocked}, newly redacted ${one.newly_redacted} and no longer blocked ${one.no_longer_blocked}`,
    ),
    ...(prices
      ? [
          `${prices.calls} requests at changed prices would have cost ${usd(prices.new_cost_usd)} instead of ${usd(prices.cost_usd)}${unpricedNote(prices.unpriced_calls)}`,
        ]
      : []),
    ...budgets.map((one) => `${one.workspace}: ${one.name} of ${usd(one.limit_usd)} ${exceededText(one.exceeded)}`),
    ...rest.not_computed.map((sentence) => `Not computed: ${sentence}`),
  ];
  if (lines.length === 0) return "";
  const scope = is_complete ? `all ${calls}` : `the latest ${calls}`;
  return [`On requests since ${from.slice(0, 10)} (${scope} examined):`, ...lines.map((line) => `  ${line}`)].join(
    "\n",
  );
}

function usd(amount: number): string {
  return `$${amount}`;
}

function unpricedNote(calls: number): string {
  return calls > 0 ? ` (without ${calls} that could not be priced)` : "";
}

function exceededText(exceeded: Effect["budgets"][number]["exceeded"]): string {
  if (exceeded.length === 0) return "would not have been exceeded";
  return `would have been exceeded: ${exceeded.map((one) => `${usd(one.spent_usd)} from ${one.from}`).join(", ")}`;
}
