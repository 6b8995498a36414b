"use client";

import { ArrowDown, ArrowUp, CirclePause, CirclePlay, Ellipsis, PanelRight, RotateCw, Trash2 } from "lucide-react";
import { IconButton } from "#components/ui/display/icon-button.tsx";
import { Menu, MenuItem, MenuSeparator } from "#components/ui/overlays/menu.tsx";
import { useRecordDialogs } from "#components/ui/overlays/record-dialogs.tsx";
import { CREDENTIAL_DIALOGS } from "./credential-dialogs.ts";
import { type Credential, nameOf } from "./credential-status.tsx";
import { useCredentialView } from "./credential-view.ts";
import { useToggleCredential } from "./use-toggle-credential.ts";

type CredentialActionsProps = {
  credential: Credential;
  place: number;
  places: number;
  onMove: (credential: Credential, to: number) => void;
};

/** Actions for one provider key, in its row. */
export function CredentialActions({ credential, place, places, onMove }: CredentialActionsProps) {
  const { setView } = useCredentialView();
  const { replace, remove } = useRecordDialogs(CREDENTIAL_DIALOGS);
  const toggle = useToggleCredential();
  return (
    <Menu
      trigger={
        <IconButton label={`Actions for ${nameOf(credential)}`} tooltip={false} size="small">
          <Ellipsis aria-hidden />
        </IconButton>
      }
    >
      <MenuItem onSelect={() => void setView({ peek: credential.id })}>
        <PanelRight aria-hidden />
        Open
      </MenuItem>
      <MenuItem onSelect={() => toggle(credential, !credential.disabled)}>
        {credential.disabled ? <CirclePlay aria-hidden /> : <CirclePause aria-hidden />}
        {credential.disabled ? "Enable" : "Disable"}
      </MenuItem>
      <MenuItem onSelect={() => replace(credential)}>
        <RotateCw aria-hidden />
        Replace key
      </MenuItem>
      {places > 1 && (
        <>
          <MenuSeparator />
          <MenuItem disabled={place === 0} onSelect={() => onMove(credential, place - 1)}>
            <ArrowUp aria-hidden />
            Move up
          </MenuItem>
          <MenuItem disabled={place === places - 1} onSelect={() => onMove(credential, place + 1)}>
            <ArrowDown aria-hidden />
            Move down
          </MenuItem>
        </>
      )}
      <MenuSeparator />
      <MenuItem danger onSelect={() => remove(credential)}>
        <Trash2 aria-hidden />
        Delete provider key
      </MenuItem>
    </Menu>
  );
}
