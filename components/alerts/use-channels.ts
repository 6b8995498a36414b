"use client";

import { useQuery } from "@tanstack/react-query";
import { useShell } from "#components/shell/shell-context.tsx";
import { query } from "#lib/api/query.ts";
import { listAlertChannels } from "#lib/contract/alert-channels.ts";
import type { AlertChannel } from "./alert-view.ts";

const NONE: readonly AlertChannel[] = [];

/** Returns the options of the request for the workspace's channels. */
export function useChannelQuery() {
  const { slug } = useShell().currentWorkspace;
  return query(listAlertChannels, { query: { workspace_id: slug, limit: 100 } });
}

/** Returns the workspace's channels; none while they load. */
export function useChannels(): readonly AlertChannel[] {
  return useQuery(useChannelQuery()).data?.data ?? NONE;
}
