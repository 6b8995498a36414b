import { memo } from "react";
import { Money } from "#components/ui/display/money.tsx";
import { TableCell, TableRow } from "#components/ui/display/table.tsx";
import { formatDuration } from "#lib/format-time.ts";
import type { UsdColumn } from "#lib/usd-column.ts";
import { LogStatus } from "../log-status.tsx";
import { RowLink } from "../table/row-link.tsx";
import type { Attempt } from "./use-attempts.ts";

type AttemptRowProps = {
  attempt: Attempt;
  /** The time of the row above. */
  above: string | undefined;
  costs: UsdColumn;
  isOpen: boolean;
  open: (id: string) => void;
};

/** One attempt; the link in its first cell opens its request, with all attempts on one time scale. */
export const AttemptRow = memo(function AttemptRow({ attempt, above, costs, isOpen, open }: AttemptRowProps) {
  const { generation_id: id, created_at, number, attempts, status, outcome, error, cost } = attempt;
  return (
    <TableRow selected={isOpen}>
      <TableCell line="first">
        <RowLink row={{ id, created_at }} above={above} open={open} />
      </TableCell>
      <TableCell>
        {number} of {attempts}
      </TableCell>
      <TableCell line="first">
        <LogStatus row={{ status, status_class: outcome, error }} />
      </TableCell>
      <TextCell text={attempt.provider_name} />
      <TextCell text={credentialOf(attempt)} isSecondary />
      <TextCell text={attempt.model} />
      <TextCell text={error ?? endOf(attempt)} />
      <TableCell numeric>{formatDuration(attempt.latency)}</TableCell>
      <TableCell numeric>
        <Money usd={cost} column={costs} unknown="The provider may charge for this attempt" />
      </TableCell>
    </TableRow>
  );
});

function TextCell({ text, isSecondary = false }: { text: string; isSecondary?: boolean }) {
  return (
    <TableCell line={isSecondary ? "hidden" : "second"}>
      <span dir="auto" title={text} className="block truncate text-left max-md:max-w-64">
        {text}
      </span>
    </TableCell>
  );
}

function credentialOf({ is_byok: isByok, credential_name: name }: Attempt): string {
  const kind = isByok ? "Provider key" : "System";
  return name ? `${kind}, ${name}` : kind;
}

/** Why an attempt ended that did not fail. */
function endOf({ number, attempts, status_class: request }: Attempt): string {
  if (number < attempts) return "Responded";
  if (request === "cancelled") return "Caller disconnected";
  return request === "cut" ? "Stream interrupted" : "Responded";
}
