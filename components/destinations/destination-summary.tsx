"use client";

import { useMutation } from "@tanstack/react-query";
import { Button } from "#components/ui/display/button.tsx";
import { Time } from "#components/ui/display/time.tsx";
import { toastDone, toastFailed } from "#components/ui/feedback/toast.tsx";
import { Switch } from "#components/ui/forms/switch.tsx";
import { mutation } from "#lib/api/query.ts";
import { retryDestination, updateDestination } from "#lib/contract/destinations.ts";
import { formatCount } from "#lib/format.ts";
import { DestinationStatus } from "./destination-status.tsx";
import { DestinationTest } from "./destination-test.tsx";
import { type Destination, placeOf, TYPE_LABELS } from "./destination-view.ts";
import { SwitchedOffNote } from "./switched-off-note.tsx";

/** Whether delivery works, and actions to fix it. */
export function DestinationSummary({ destination }: { destination: Destination }) {
  const { id, name, type, enabled, health } = destination;
  const update = useMutation(mutation(updateDestination));
  const onError = (error: Error) => toastFailed("Could not change the destination", { description: error.message });
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h3 className="min-w-0 break-words font-medium text-lg">{name}</h3>
        <DestinationStatus destination={destination} />
      </div>
      <p className="break-all text-muted text-xs">
        {TYPE_LABELS[type]}: <span className="font-mono">{placeOf(destination)}</span>
      </p>
      <SwitchedOffNote />
      {health.failures > 0 && health.last_error && (
        <p role="alert" className="text-bad text-sm">
          {health.last_error}. {formatCount(health.failures)} failed {health.failures === 1 ? "attempt" : "attempts"}{" "}
          since the last success{health.next_attempt_at && ", next attempt "}
          {health.next_attempt_at && <Time value={health.next_attempt_at} format="clock" />}.
        </p>
      )}
      <HealthFacts health={health} />
      <div className="flex flex-wrap items-start gap-2">
        <DestinationTest id={id} />
        <RetryButton destination={destination} />
      </div>
      <Switch
        label="Enabled"
        hint="While disabled, new requests are not sent, and waiting requests are kept for 30 days"
        checked={enabled}
        disabled={update.isPending}
        onCheckedChange={(next) => update.mutate({ params: { id }, body: { enabled: next } }, { onError })}
      />
    </div>
  );
}

function HealthFacts({ health }: Pick<Destination, "health">) {
  return (
    <dl className="grid grid-cols-[auto_1fr] items-center gap-x-4 gap-y-1.5 text-sm [&_dt]:text-muted">
      <dt>Delivered</dt>
      <dd>{formatCount(health.delivered)}</dd>
      <dt>Last delivery</dt>
      <dd>
        <Time value={health.last_delivered_at} unknown="never" />
      </dd>
      <dt>Waiting</dt>
      <dd>
        {formatCount(health.backlog)}
        {health.oldest_waiting_at && (
          <span className="text-muted">
            , oldest <Time value={health.oldest_waiting_at} />
          </span>
        )}
      </dd>
      <dt>Dead letters</dt>
      <dd>{formatCount(health.dead_letters)}</dd>
      {health.failures === 0 && health.last_error && (
        <>
          <dt>Last error</dt>
          <dd>
            {health.last_error}, <Time value={health.last_error_at} />
          </dd>
        </>
      )}
    </dl>
  );
}

function RetryButton({ destination: { id, health } }: { destination: Destination }) {
  const retry = useMutation(mutation(retryDestination));
  if (health.dead_letters === 0) return null;
  const run = () =>
    retry.mutate(
      { params: { id } },
      {
        onSuccess: ({ data: { retried } }) =>
          toastDone(`${formatCount(retried)} ${retried === 1 ? "dead letter" : "dead letters"} queued again`),
        onError: (error) => toastFailed("The dead letters could not be retried", { description: error.message }),
      },
    );
  return (
    <Button pending={retry.isPending} onClick={run}>
      Retry dead letters
    </Button>
  );
}
