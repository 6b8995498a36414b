"use client";

import { CirclePause, CirclePlay, RotateCw, Trash2 } from "lucide-react";
import type { ReactNode } from "react";
import { useRejections } from "#components/charts/rejections/use-rejections.ts";
import { Button } from "#components/ui/display/button.tsx";
import { IdPill } from "#components/ui/display/id-pill.tsx";
import { PageHeader } from "#components/ui/display/page-header.tsx";
import { Badge } from "#components/ui/feedback/badge.tsx";
import { useNow } from "#components/ui/hooks/use-now.ts";
import { usePageTitle } from "#components/ui/hooks/use-page-title.ts";
import { MenuItem } from "#components/ui/overlays/menu.tsx";
import { useRecordDialogs } from "#components/ui/overlays/record-dialogs.tsx";
import { KEY_DIALOGS } from "./key-dialogs.ts";
import { KeyState } from "./key-state.tsx";
import { type Key, keyStatus } from "./key-status.tsx";
import { LeakChip } from "./leaks/leak-chip.tsx";
import { useToggleKey } from "./use-toggle-key.ts";

/** Name, state and hash of a key, and its actions. */
export function KeyHeader({ record, parent }: { record: Key; parent: ReactNode }) {
  const { rotate, remove } = useRecordDialogs(KEY_DIALOGS);
  const toggle = useToggleKey();
  const rejectionOf = useRejections();
  const status = keyStatus(record, useNow() ?? 0);
  const isRevoked = record.leak?.state === "revoked";
  const ended = status === "expired";
  usePageTitle(record.name);
  return (
    <PageHeader
      parent={parent}
      title={record.name}
      status={
        <span className="flex items-center gap-1.5">
          <LeakChip record={record} status={status} />
          <KeyState record={record} status={status} rejection={rejectionOf(record.hash)} />
          {record.is_management_key && <Badge>management</Badge>}
        </span>
      }
      id={<IdPill id={record.hash} label="key hash" />}
      action={
        <Button disabled={ended || isRevoked} onClick={() => toggle(record, !record.disabled)}>
          {record.disabled ? <CirclePlay aria-hidden /> : <CirclePause aria-hidden />}
          {record.disabled ? "Enable" : "Disable"}
        </Button>
      }
      menu={
        <>
          <MenuItem
            disabled={ended || record.rotated_to !== null || record.agent !== null}
            onSelect={() => rotate(record)}
          >
            <RotateCw aria-hidden />
            Rotate key
          </MenuItem>
          <MenuItem danger onSelect={() => remove(record)}>
            <Trash2 aria-hidden />
            Delete key
          </MenuItem>
        </>
      }
    />
  );
}
