"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { ChevronRight } from "lucide-react";
import { usePermission } from "#components/shell/use-permission.ts";
import { Button } from "#components/ui/display/button.tsx";
import { CodeBlock } from "#components/ui/display/code-block.tsx";
import { Time } from "#components/ui/display/time.tsx";
import { ApiErrorState } from "#components/ui/feedback/api-error-state.tsx";
import { Skeleton } from "#components/ui/feedback/skeleton.tsx";
import { StatusChip } from "#components/ui/feedback/status-chip.tsx";
import { toastDone, toastFailed } from "#components/ui/feedback/toast.tsx";
import type { ApiError } from "#lib/api/api-error.ts";
import { mutation, query } from "#lib/api/query.ts";
import type { ResponseOf } from "#lib/contract/endpoint.ts";
import { listWebhookDeliveries, resendWebhookDelivery } from "#lib/contract/webhooks.ts";
import { webhookSamples } from "#lib/webhook-samples.ts";
import { DELIVERY_TONES } from "./callback.tsx";

type Delivery = ResponseOf<typeof listWebhookDeliveries>["data"][number];

/** Webhook deliveries for a finished video. */
export function DeliveryList({ id, isSettled }: { id: string; isSettled: boolean }) {
  const result = useQuery({
    ...query(listWebhookDeliveries, { params: { id } }),
    enabled: isSettled,
    refetchInterval: 5_000,
  });
  const { data, error } = result;
  if (!isSettled) return null;
  return (
    <section className="flex flex-col gap-3">
      <h3 className="font-medium">Webhook deliveries</h3>
      {error && !data && <ApiErrorState title="The deliveries could not be loaded" result={result} />}
      {!data && !error && <Skeleton className="h-12 w-full" />}
      {data?.data.length === 0 && (
        <p className="text-muted text-sm">
          No webhook was sent: neither the request nor the workspace has a callback URL.
        </p>
      )}
      {data?.data.map((delivery) => (
        <DeliveryEntry key={delivery.id} delivery={delivery} />
      ))}
      {data && data.data.length > 0 && <SignatureCheck />}
    </section>
  );
}

/** How a receiver verifies that a message comes from this gateway. */
function SignatureCheck() {
  return (
    <details className="group/check text-sm">
      <summary className="flex min-h-6 w-fit list-none items-center gap-1.5 rounded-sm text-muted hover:text-ink">
        <ChevronRight className="size-3.5 group-open/check:rotate-90" aria-hidden />
        Verify a signature
      </summary>
      <p className="my-2 text-muted">
        Each webhook is signed with the workspace's secret (see Settings). The header{" "}
        <code className="text-xs">X-Switchboard-Signature</code> carries a timestamp and a signature of timestamp and
        body.
      </p>
      <CodeBlock label="Verify a signature" samples={webhookSamples} />
    </details>
  );
}

function DeliveryEntry({ delivery }: { delivery: Delivery }) {
  const mayResend = usePermission(resendWebhookDelivery);
  const { mutate, isPending } = useMutation(mutation(resendWebhookDelivery));
  const resend = () =>
    mutate(
      { params: { id: delivery.id } },
      {
        onSuccess: () => toastDone("Queued for another delivery"),
        onError: (error: ApiError) => toastFailed("Could not resend the webhook", { description: error.message }),
      },
    );
  return (
    <article className="flex flex-col gap-2 border-t pt-3 text-sm">
      <div className="flex flex-wrap items-center gap-2">
        <StatusChip tone={DELIVERY_TONES[delivery.status]}>{delivery.status}</StatusChip>
        <span className="min-w-0 break-all font-mono text-xs">{delivery.url}</span>
        {mayResend && (
          <Button size="small" className="ml-auto" pending={isPending} onClick={resend}>
            Resend
          </Button>
        )}
      </div>
      <ol className="flex flex-col gap-1 text-muted">
        {delivery.attempts.map((attempt) => (
          <li key={attempt.at}>
            <Time value={attempt.at} />: {attempt.error ?? `accepted with ${attempt.status}`} ({attempt.duration_ms} ms)
          </li>
        ))}
      </ol>
      {delivery.next_attempt_at && (
        <p className="text-muted">
          Next attempt at <Time value={delivery.next_attempt_at} format="absolute" />
        </p>
      )}
    </article>
  );
}
