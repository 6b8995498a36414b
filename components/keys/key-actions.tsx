"use client";

import { CirclePause, CirclePlay, Ellipsis, RotateCw, SquareArrowOutUpRight, Trash2 } from "lucide-react";
import { IconButton } from "#components/ui/display/icon-button.tsx";
import { Link } from "#components/ui/display/link.tsx";
import { Menu, MenuItem, MenuSeparator } from "#components/ui/overlays/menu.tsx";
import { useRecordDialogs } from "#components/ui/overlays/record-dialogs.tsx";
import { KEY_DIALOGS } from "./key-dialogs.ts";
import type { Key, KeyStatus } from "./key-status.tsx";
import { useKeyPath } from "./use-key-path.ts";
import { useToggleKey } from "./use-toggle-key.ts";

/** Actions for one key, in its row. */
export function KeyActions({ record, status }: { record: Key; status: KeyStatus }) {
  const pathOf = useKeyPath();
  const { rotate, remove } = useRecordDialogs(KEY_DIALOGS);
  const toggle = useToggleKey();
  const ended = status === "expired";
  return (
    <Menu
      trigger={
        <IconButton label={`Actions for ${record.name}`} tooltip={false} size="small">
          <Ellipsis aria-hidden />
        </IconButton>
      }
    >
      <MenuItem asChild>
        <Link href={pathOf(record)}>
          <SquareArrowOutUpRight aria-hidden />
          Open
        </Link>
      </MenuItem>
      <MenuItem disabled={ended || record.leak?.state === "revoked"} onSelect={() => toggle(record, !record.disabled)}>
        {record.disabled ? <CirclePlay aria-hidden /> : <CirclePause aria-hidden />}
        {record.disabled ? "Enable" : "Disable"}
      </MenuItem>
      <MenuItem disabled={ended || record.rotated_to !== null || record.agent !== null} onSelect={() => rotate(record)}>
        <RotateCw aria-hidden />
        Rotate key
      </MenuItem>
      <MenuSeparator />
      <MenuItem danger onSelect={() => remove(record)}>
        <Trash2 aria-hidden />
        Delete key
      </MenuItem>
    </Menu>
  );
}
