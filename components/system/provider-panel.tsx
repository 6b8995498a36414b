"use client";

import { Panel } from "#components/ui/display/panel.tsx";
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from "#components/ui/display/table.tsx";
import { Badge } from "#components/ui/feedback/badge.tsx";
import { StatusChip } from "#components/ui/feedback/status-chip.tsx";
import { formatCount, formatPercent } from "#lib/format.ts";
import type { System } from "./system.ts";

type Provider = System["providers"][number];

/** With fewer than five attempts, a single failure weighs too much. */
const FEWEST_ATTEMPTS = 5;

/** The recent results of attempts at each provider. */
export function ProviderPanel({ system }: { system: System }) {
  return (
    <Panel
      title="Providers"
      description="Attempts in the last 30 minutes, excluding errors caused by the request"
      flush
    >
      {system.providers.length === 0 ? (
        <p className="p-4 text-muted text-sm">No provider has a system credential, and none was called.</p>
      ) : (
        <Table caption="Attempts by provider" stickyFirst={false}>
          <TableHead>
            <TableHeader className="pl-4!">Provider</TableHeader>
            <TableHeader>Status</TableHeader>
            <TableHeader numeric>Succeeded</TableHeader>
            <TableHeader numeric>Failed</TableHeader>
            <TableHeader numeric className="pr-4!">
              Models served
            </TableHeader>
          </TableHead>
          <TableBody>
            {system.providers.map((provider) => (
              <Row key={provider.id} provider={provider} openCount={openCircuits(system, provider)} />
            ))}
          </TableBody>
        </Table>
      )}
    </Panel>
  );
}

function Row({ provider, openCount }: { provider: Provider; openCount: number }) {
  return (
    <TableRow className="max-md:px-4">
      <TableCell line="first" className="md:pl-4!">
        <span className="flex items-center gap-2">
          {provider.name}
          {!provider.system_key && (
            <Badge title="Only BYOK credentials can use this provider">no system credential</Badge>
          )}
        </span>
      </TableCell>
      <TableCell line="first">
        <State provider={provider} openCount={openCount} />
      </TableCell>
      <TableCell numeric>
        {formatCount(provider.succeeded)}
        <span className="md:hidden"> succeeded</span>
      </TableCell>
      <TableCell numeric>
        {formatCount(provider.failed)}
        <span className="md:hidden"> failed</span>
      </TableCell>
      <TableCell numeric line="hidden" className="md:pr-4!">
        {formatCount(provider.model_endpoints)}
      </TableCell>
    </TableRow>
  );
}

function State({ provider: { succeeded, failed }, openCount }: { provider: Provider; openCount: number }) {
  const total = succeeded + failed;
  if (openCount > 0) {
    return (
      <StatusChip tone="bad">
        {openCount === 1 ? "1 model endpoint skipped" : `${openCount} model endpoints skipped`}
      </StatusChip>
    );
  }
  if (total === 0) return <StatusChip tone="neutral">Not called</StatusChip>;
  if (total < FEWEST_ATTEMPTS) return <StatusChip tone="neutral">Not enough requests</StatusChip>;
  const share = succeeded / total;
  const tone = share > 0.98 ? "ok" : share > 0.8 ? "warn" : "bad";
  return <StatusChip tone={tone}>{formatPercent(share, 1)} succeed</StatusChip>;
}

/** A model endpoint ends with its provider: `openai/gpt-5.4-mini@openai`. */
function openCircuits({ open_circuits: open }: System, { id }: Provider): number {
  return open.filter(({ model_endpoint: name, own_key: own }) => !own && providerOf(name) === id).length;
}

function providerOf(modelEndpoint: string): string | undefined {
  return modelEndpoint.split("@").at(-1)?.split("/")[0];
}
