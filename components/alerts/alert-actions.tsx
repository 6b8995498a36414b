"use client";

import { useMutation } from "@tanstack/react-query";
import { BellOff, Check } from "lucide-react";
import { Button } from "#components/ui/display/button.tsx";
import { toastDone, toastFailed } from "#components/ui/feedback/toast.tsx";
import { Menu, MenuItem } from "#components/ui/overlays/menu.tsx";
import { mutation } from "#lib/api/query.ts";
import { acknowledgeAlert, snoozeAlert } from "#lib/contract/alerts.ts";
import type { Alert } from "./alert-view.ts";

const HOUR_MS = 3_600_000;

const SNOOZES = [
  { label: "For 1 hour", forMs: HOUR_MS },
  { label: "For 8 hours", forMs: 8 * HOUR_MS },
  { label: "For 1 day", forMs: 24 * HOUR_MS },
  { label: "For 7 days", forMs: 7 * 24 * HOUR_MS },
];

/** Acknowledges or snoozes an open alert. */
export function AlertActions({ alert }: { alert: Alert }) {
  const acknowledge = useMutation(mutation(acknowledgeAlert));
  const { id, acknowledged_at: acknowledgedAt, snoozed_until: snoozedUntil } = alert;
  const run = () =>
    acknowledge.mutate(
      { params: { id } },
      {
        onSuccess: () => toastDone("Alert acknowledged"),
        onError: ({ message }) => toastFailed("Could not acknowledge the alert", { description: message }),
      },
    );
  return (
    <div className="flex flex-wrap gap-2">
      {!acknowledgedAt && (
        <Button pending={acknowledge.isPending} onClick={run}>
          <Check aria-hidden />
          Acknowledge
        </Button>
      )}
      {snoozedUntil ? <EndSnooze id={id} /> : <Snooze id={id} />}
    </div>
  );
}

function useSnooze(id: string, done: string) {
  const snooze = useMutation(mutation(snoozeAlert));
  const until = (time: string | null) =>
    snooze.mutate(
      { params: { id }, body: { until: time } },
      {
        onSuccess: () => toastDone(done),
        onError: ({ message }) => toastFailed("Could not change the snooze", { description: message }),
      },
    );
  return { until, isPending: snooze.isPending };
}

function Snooze({ id }: { id: string }) {
  const { until, isPending } = useSnooze(id, "Alert snoozed");
  const trigger = (
    <Button pending={isPending}>
      <BellOff aria-hidden />
      Snooze
    </Button>
  );
  return (
    <Menu trigger={trigger}>
      {SNOOZES.map(({ label, forMs }) => (
        <MenuItem key={label} onSelect={() => until(new Date(Date.now() + forMs).toISOString())}>
          {label}
        </MenuItem>
      ))}
    </Menu>
  );
}

function EndSnooze({ id }: { id: string }) {
  const { until, isPending } = useSnooze(id, "Snooze ended");
  return (
    <Button pending={isPending} onClick={() => until(null)}>
      End snooze
    </Button>
  );
}
