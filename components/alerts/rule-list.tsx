"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useRowShortcuts } from "#components/shell/commands/row-shortcuts.ts";
import { useShell } from "#components/shell/shell-context.tsx";
import { Button } from "#components/ui/display/button.tsx";
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from "#components/ui/display/table.tsx";
import { Time } from "#components/ui/display/time.tsx";
import { ApiErrorState } from "#components/ui/feedback/api-error-state.tsx";
import { EmptyState } from "#components/ui/feedback/empty-state.tsx";
import { StatusChip } from "#components/ui/feedback/status-chip.tsx";
import { TableSkeleton } from "#components/ui/feedback/table-skeleton.tsx";
import { toastFailed } from "#components/ui/feedback/toast.tsx";
import { Switch } from "#components/ui/forms/switch.tsx";
import { ALERT_KINDS } from "#lib/alerts/alert-kinds.ts";
import { mutation, query } from "#lib/api/query.ts";
import { listAlertRules, updateAlertRule } from "#lib/contract/alert-rules.ts";
import { type AlertRule, useAlertView } from "./alert-view.ts";
import { useChannels } from "./use-channels.ts";

const REFRESH_MS = 10_000;
const ROWS = ["w-48", "w-64", "w-56"];

/** The rules of the workspace, oldest first. */
export function RuleList({ onCreate }: { onCreate: () => void }) {
  const { slug } = useShell().currentWorkspace;
  const rules = useQuery({
    ...query(listAlertRules, { query: { workspace_id: slug, limit: 100 } }),
    refetchInterval: REFRESH_MS,
  });
  if (rules.error && !rules.data) {
    return <ApiErrorState title="The rules could not be loaded" result={rules} />;
  }
  if (!rules.data) return <TableSkeleton label="rules" rows={ROWS.map((width) => [width, "ml-auto w-24"])} />;
  if (rules.data.data.length === 0) {
    return (
      <EmptyState
        sentence="No rules yet. A rule watches spending, errors, a provider, guardrails, keys or models."
        action={
          <Button onClick={onCreate}>
            <Plus aria-hidden />
            Add rule
          </Button>
        }
      />
    );
  }
  return <RuleTable rules={rules.data.data} />;
}

function RuleTable({ rules }: { rules: readonly AlertRule[] }) {
  useRowShortcuts();
  return (
    <Table caption="Alert rules">
      <TableHead>
        <TableHeader>Name</TableHeader>
        <TableHeader>State</TableHeader>
        <TableHeader className="max-lg:hidden">Notifies</TableHeader>
        <TableHeader className="max-lg:hidden">Evaluated</TableHeader>
        <TableHeader>Enabled</TableHeader>
      </TableHead>
      <TableBody>
        {rules.map((rule) => (
          <RuleRow key={rule.id} rule={rule} />
        ))}
      </TableBody>
    </Table>
  );
}

function RuleRow({ rule }: { rule: AlertRule }) {
  const { view, setView } = useAlertView();
  const { id, name, kind, channel_ids: channelIds } = rule;
  const channels = useChannels().filter((channel) => channelIds.includes(channel.id));
  return (
    <TableRow selected={view.rule === id}>
      <TableCell line="first" className="md:max-w-96">
        <a
          data-row
          href={`?tab=rules&rule=${id}`}
          className="flex min-w-0 flex-col py-1"
          onClick={(event) => {
            if (event.metaKey || event.ctrlKey) return;
            event.preventDefault();
            void setView({ rule: id });
          }}
        >
          <span className="truncate font-medium hover:underline">{name}</span>
          <span className="truncate font-normal text-muted text-xs">{ALERT_KINDS[kind]}</span>
        </a>
      </TableCell>
      <TableCell>
        <RuleState rule={rule} />
      </TableCell>
      <TableCell className="max-w-64 truncate max-lg:hidden" line="hidden">
        {channelIds.length === 0 ? "the console only" : channels.map((channel) => channel.name).join(", ")}
      </TableCell>
      <TableCell className="max-lg:hidden" line="hidden">
        <Time value={rule.evaluated_at} unknown="not yet" />
      </TableCell>
      <TableCell line="first">
        <EnabledSwitch rule={rule} />
      </TableCell>
    </TableRow>
  );
}

function RuleState({ rule }: { rule: AlertRule }) {
  const { enabled, open_alerts: open, evaluation_error: error } = rule;
  if (!enabled) return <StatusChip tone="neutral">disabled</StatusChip>;
  if (error) {
    return (
      <StatusChip tone="warn" title={error}>
        not evaluated
      </StatusChip>
    );
  }
  if (open > 0) return <StatusChip tone="bad">{open === 1 ? "1 open alert" : `${open} open alerts`}</StatusChip>;
  return <StatusChip tone="ok">nothing found</StatusChip>;
}

function EnabledSwitch({ rule }: { rule: AlertRule }) {
  const update = useMutation(mutation(updateAlertRule));
  const change = (enabled: boolean) =>
    update.mutate(
      { params: { id: rule.id }, body: { enabled } },
      { onError: ({ message }) => toastFailed(`Could not change ${rule.name}`, { description: message }) },
    );
  return (
    <Switch
      aria-label={`Enable ${rule.name}`}
      checked={rule.enabled}
      disabled={update.isPending}
      onCheckedChange={change}
    />
  );
}
