"use client";

import type { z } from "zod";
import { parseAsBoolean, parseAsString } from "#components/ui/hooks/query-parsers.ts";
import { useQueryStates } from "#components/ui/hooks/query-state.ts";
import type { DestinationType } from "#lib/contract/destination-config.ts";
import type { Destination as Contract } from "#lib/contract/destinations.ts";

export type Destination = z.output<typeof Contract>;

export const TYPE_LABELS: Record<DestinationType, string> = {
  webhook: "Webhook",
  "otel-collector": "OpenTelemetry",
  s3: "S3 bucket",
  disk: "Disk",
};

const parsers = {
  /** The destination whose panel is open. */
  peek: parseAsString,
  create: parseAsBoolean.withDefault(false),
};

/** The view of the destinations, stored in the URL. */
export function useDestinationView() {
  const [view, setView] = useQueryStates(parsers, { history: "push", scroll: false });
  return { view, setView };
}

/** Returns where a destination is: a URL without its path, which may contain a token, a bucket or a folder. */
export function placeOf({ id, type, workspace_id: workspaceId, config }: Destination): string {
  if (type === "disk") return `${workspaceId}/${id}`;
  const { url, endpoint, bucketName } = config as Record<string, string | undefined>;
  if (bucketName) return bucketName;
  return URL.parse(url ?? endpoint ?? "")?.host ?? "";
}
