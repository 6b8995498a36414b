"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useShell } from "#components/shell/shell-context.tsx";
import { Button } from "#components/ui/display/button.tsx";
import { Panel } from "#components/ui/display/panel.tsx";
import { StatusChip } from "#components/ui/feedback/status-chip.tsx";
import { LazyContent, lazyLayer } from "#components/ui/overlays/lazy-layer.tsx";
import { query } from "#lib/api/query.ts";
import { getJustInTime } from "#lib/contract/group-mappings.ts";
import { QueryBody } from "./query-body.tsx";

const joinRules = lazyLayer(() => import("./join-rules.tsx").then((file) => file.JoinRules));

/** Who may join at the first single sign-on, without an invitation. */
export function JoinPanel() {
  const result = useQuery(query(getJustInTime));
  const { workspaces } = useShell();
  const [isOpen, setIsOpen] = useState(false);
  const rules = result.data?.data;
  const isOn = rules && rules.domains.length > 0;
  const place = workspaces.find(({ id }) => id === rules?.workspace_id)?.name;
  return (
    <Panel
      title="Just-in-time provisioning"
      description="Who joins automatically when they first sign in with single sign-on."
      actions={rules && <StatusChip tone={isOn ? "ok" : "neutral"}>{isOn ? "On" : "Off"}</StatusChip>}
    >
      <QueryBody result={result} what="settings">
        {({ data }) => (
          <div className="flex flex-col gap-4 text-sm">
            {isOn ? (
              <p className="break-words">
                Users with an email address at {data.domains.join(", ")} join with the role {data.role}
                {place && `, in the workspace ${place}`}.
              </p>
            ) : (
              <p className="text-muted">Only members and invited people can sign in.</p>
            )}
            <Button className="self-start" onClick={() => setIsOpen(true)}>
              Change
            </Button>
            <LazyContent layer={joinRules} props={{ rules: data, open: isOpen, onClose: () => setIsOpen(false) }} />
          </div>
        )}
      </QueryBody>
    </Panel>
  );
}
