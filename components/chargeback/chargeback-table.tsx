import type { z } from "zod";
import { IdPill } from "#components/ui/display/id-pill.tsx";
import { Money } from "#components/ui/display/money.tsx";
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from "#components/ui/display/table.tsx";
import type { getChargeback } from "#lib/contract/chargeback.ts";
import { formatCount } from "#lib/format.ts";
import { usdColumn } from "#lib/usd-column.ts";
import { exactUsd } from "./chargeback-totals.tsx";

type Line = z.output<typeof getChargeback.response>["data"][number];

/** A line for each workspace, member and key, or for each workspace and tag. Amounts are rounded; the exact ones are shown on hover. */
export function ChargebackTable({ lines, busy }: { lines: readonly Line[]; busy: boolean }) {
  const costs = usdColumn(lines.map(({ cost_usd }) => Number(cost_usd)));
  const byokCosts = usdColumn(lines.map(({ byok_cost_usd }) => Number(byok_cost_usd)));
  const isByTag = lines.some(({ tag }) => tag !== undefined);
  return (
    <Table caption={isByTag ? "Cost by workspace and tag" : "Cost by workspace, member and key"} busy={busy}>
      <TableHead>
        <TableHeader>{isByTag ? "Tag" : "Key"}</TableHeader>
        <TableHeader>Workspace</TableHeader>
        {!isByTag && <TableHeader>Member</TableHeader>}
        <TableHeader numeric>Requests</TableHeader>
        <TableHeader numeric>Tokens</TableHeader>
        <TableHeader numeric>BYOK</TableHeader>
        <TableHeader numeric>Cost</TableHeader>
      </TableHead>
      <TableBody>
        {lines.map((line) => (
          <TableRow key={`${line.workspace_id} ${line.user_id} ${line.api_key_hash} ${line.tag}`}>
            <TableCell line="first">{isByTag ? (line.tag ?? "No tag") : <KeyName line={line} />}</TableCell>
            <TableCell>{line.workspace_name}</TableCell>
            {!isByTag && <TableCell title={line.user_email ?? undefined}>{memberName(line)}</TableCell>}
            <TableCell numeric line="hidden">
              {formatCount(line.requests)}
            </TableCell>
            <TableCell numeric line="hidden">
              {formatCount(line.prompt_tokens + line.completion_tokens)}
            </TableCell>
            <TableCell numeric title={exactUsd(line.byok_cost_usd)} line="hidden">
              <Money usd={Number(line.byok_cost_usd)} column={byokCosts} />
            </TableCell>
            <TableCell numeric line="first" title={exactUsd(line.cost_usd)}>
              <Money usd={Number(line.cost_usd)} column={costs} />
            </TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}

function KeyName({ line }: { line: Line }) {
  if (line.api_key_hash === null) return "Console sessions";
  if (line.api_key_name === null) return <IdPill id={line.api_key_hash} label="key hash" ends={4} />;
  return <bdi className="block max-w-72 truncate">{line.api_key_name}</bdi>;
}

function memberName({ user_id, user_name, user_email }: Line): string {
  if (user_id === null) return "No member (created through the API)";
  return user_name || user_email || user_id;
}
