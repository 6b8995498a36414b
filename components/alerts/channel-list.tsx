"use client";

import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useRowShortcuts } from "#components/shell/commands/row-shortcuts.ts";
import { Button } from "#components/ui/display/button.tsx";
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from "#components/ui/display/table.tsx";
import { Time } from "#components/ui/display/time.tsx";
import { ApiErrorState } from "#components/ui/feedback/api-error-state.tsx";
import { EmptyState } from "#components/ui/feedback/empty-state.tsx";
import { StatusChip } from "#components/ui/feedback/status-chip.tsx";
import { TableSkeleton } from "#components/ui/feedback/table-skeleton.tsx";
import { type AlertChannel, CHANNEL_LABELS, placeOf, useAlertView } from "./alert-view.ts";
import { useChannelQuery } from "./use-channels.ts";

const REFRESH_MS = 10_000;
const ROWS = ["w-48", "w-64"];

/** The places that rules notify, oldest first. */
export function ChannelList({ onCreate }: { onCreate: () => void }) {
  const channels = useQuery({ ...useChannelQuery(), refetchInterval: REFRESH_MS });
  if (channels.error && !channels.data) {
    return <ApiErrorState title="The channels could not be loaded" result={channels} />;
  }
  if (!channels.data) return <TableSkeleton label="channels" rows={ROWS.map((width) => [width, "ml-auto w-24"])} />;
  if (channels.data.data.length === 0) {
    return (
      <EmptyState
        sentence="No channels yet. A channel is a webhook, a Slack or Teams channel, or email. Alerts are always shown here."
        action={
          <Button onClick={onCreate}>
            <Plus aria-hidden />
            Add channel
          </Button>
        }
      />
    );
  }
  return <ChannelTable channels={channels.data.data} />;
}

function ChannelTable({ channels }: { channels: readonly AlertChannel[] }) {
  useRowShortcuts();
  return (
    <Table caption="Alert channels">
      <TableHead>
        <TableHeader>Name</TableHeader>
        <TableHeader>Type</TableHeader>
        <TableHeader>Status</TableHeader>
        <TableHeader className="max-lg:hidden">Last delivery</TableHeader>
      </TableHead>
      <TableBody>
        {channels.map((channel) => (
          <ChannelRow key={channel.id} channel={channel} />
        ))}
      </TableBody>
    </Table>
  );
}

function ChannelRow({ channel }: { channel: AlertChannel }) {
  const { view, setView } = useAlertView();
  const { id, name, type } = channel;
  return (
    <TableRow selected={view.channel === id}>
      <TableCell line="first" className="md:max-w-96">
        <a
          data-row
          href={`?tab=channels&channel=${id}`}
          className="flex min-w-0 flex-col py-1"
          onClick={(event) => {
            if (event.metaKey || event.ctrlKey) return;
            event.preventDefault();
            void setView({ channel: id });
          }}
        >
          <span className="truncate font-medium hover:underline">{name}</span>
          <span className="truncate font-mono text-muted text-xs">{placeOf(channel)}</span>
        </a>
      </TableCell>
      <TableCell>{CHANNEL_LABELS[type]}</TableCell>
      <TableCell>
        <ChannelStatus channel={channel} />
      </TableCell>
      <TableCell className="max-lg:hidden" line="hidden">
        <Time value={channel.last_delivered_at} unknown="never" />
      </TableCell>
    </TableRow>
  );
}

function ChannelStatus({ channel }: { channel: AlertChannel }) {
  const { last_error: error, last_delivered_at: deliveredAt } = channel;
  if (error) {
    return (
      <StatusChip tone="bad" title={error}>
        failing
      </StatusChip>
    );
  }
  return deliveredAt ? (
    <StatusChip tone="ok">delivering</StatusChip>
  ) : (
    <StatusChip tone="neutral">nothing sent yet</StatusChip>
  );
}
