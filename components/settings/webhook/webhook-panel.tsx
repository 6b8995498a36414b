"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useShell } from "#components/shell/shell-context.tsx";
import { usePermission } from "#components/shell/use-permission.ts";
import { Button } from "#components/ui/display/button.tsx";
import { Panel } from "#components/ui/display/panel.tsx";
import { ApiErrorState } from "#components/ui/feedback/api-error-state.tsx";
import { Loading, Skeleton } from "#components/ui/feedback/skeleton.tsx";
import { LazyContent, lazyLayer } from "#components/ui/overlays/lazy-layer.tsx";
import { query } from "#lib/api/query.ts";
import type { ResponseOf } from "#lib/contract/endpoint.ts";
import { getWebhook } from "#lib/contract/webhooks.ts";
import { WebhookAddress } from "./webhook-address.tsx";
import { WebhookTest } from "./webhook-test.tsx";

const secretLayer = lazyLayer(() => import("./webhook-secret.tsx").then(({ WebhookSecret }) => WebhookSecret));

/** The workspace's webhook for videos: address, signature and deliveries. */
export function WebhookPanel() {
  const maySee = usePermission(getWebhook);
  return (
    <div id="webhooks">
      <Panel
        title="Webhooks"
        description="Sent when a video finishes, unless the request has its own callback_url. Signed, and retried for a day."
      >
        {maySee ? <Webhook /> : <p className="text-muted text-sm">Only owners and admins can see webhooks.</p>}
      </Panel>
    </div>
  );
}

function Webhook() {
  const { id } = useShell().currentWorkspace;
  const webhook = useQuery(query(getWebhook, { workspace: id }));
  if (webhook.error && !webhook.data) {
    return <ApiErrorState title="The webhook could not be loaded" result={webhook} />;
  }
  if (!webhook.data) {
    return (
      <Loading label="webhook">
        <Skeleton className="h-24" />
      </Loading>
    );
  }
  return <WebhookSettings webhook={webhook.data.data} />;
}

function WebhookSettings({ webhook }: { webhook: ResponseOf<typeof getWebhook>["data"] }) {
  const [shown, setShown] = useState(false);
  return (
    <div className="flex flex-col gap-4">
      <WebhookAddress key={webhook.url} saved={webhook.url} />
      <div className="flex flex-wrap items-start gap-2">
        <Button onClick={() => setShown(true)}>Signing secret</Button>
        {webhook.url && <WebhookTest key={`${webhook.url} ${webhook.signing_secret}`} />}
      </div>
      <LazyContent
        layer={secretLayer}
        props={{ open: shown, secret: webhook.signing_secret, onClose: () => setShown(false) }}
      />
    </div>
  );
}
