"use client";

import { useCallback } from "react";
import { CreateButton } from "#components/shell/commands/create-button.tsx";
import { useShell } from "#components/shell/shell-context.tsx";
import { usePermission } from "#components/shell/use-permission.ts";
import { Link } from "#components/ui/display/link.tsx";
import { PageHeader } from "#components/ui/display/page-header.tsx";
import { NoAccessPage } from "#components/ui/feedback/no-access-page.tsx";
import { parseAsBoolean } from "#components/ui/hooks/query-parsers.ts";
import { useQueryState } from "#components/ui/hooks/query-state.ts";
import { LazyContent, lazyLayer } from "#components/ui/overlays/lazy-layer.tsx";
import { RecordDialogs } from "#components/ui/overlays/record-dialogs.tsx";
import { listRateLimits } from "#lib/contract/rate-limits.ts";
import { RATE_LIMIT_DIALOGS } from "./rate-limit-dialogs.ts";
import { RateLimitList } from "./rate-limit-list.tsx";

const addition = lazyLayer(() => import("./rate-limit-editor.tsx").then(({ AddRateLimit }) => AddRateLimit));
const TITLE = "Rate limits";

/** The rate limits page: what a workspace, its members and its keys may use at a time, and use now. */
export function RateLimitPage() {
  const { name } = useShell().currentWorkspace;
  if (usePermission(listRateLimits)) return <OpenPage />;
  return (
    <NoAccessPage title={TITLE} description={`Caps on requests, tokens and concurrent requests in ${name}.`}>
      Only owners and admins can see and change rate limits.
    </NoAccessPage>
  );
}

function OpenPage() {
  const { name, slug } = useShell().currentWorkspace;
  const [creating, setCreating] = useQueryState("create", parseAsBoolean.withDefault(false));
  const open = useCallback(() => void setCreating(true), [setCreating]);
  return (
    <RecordDialogs dialogs={RATE_LIMIT_DIALOGS}>
      <PageHeader
        title={TITLE}
        description={
          <p>
            Caps on requests, tokens and concurrent requests in {name}. Find{" "}
            <Link href={`/w/${slug}/logs?range=24h&reason=rate_limit`} className="text-accent-ink underline">
              rejected requests
            </Link>{" "}
            in Logs, or{" "}
            <Link href="/docs/rate-limits" className="text-accent-ink underline">
              read what a limit guarantees
            </Link>
            .
          </p>
        }
        action={<CreateButton onClick={open}>Create rate limit</CreateButton>}
      />
      <RateLimitList onCreate={open} />
      <LazyContent layer={addition} props={{ open: creating, onClose: () => void setCreating(null) }} />
    </RecordDialogs>
  );
}
