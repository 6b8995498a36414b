"use client";

import { useMutation } from "@tanstack/react-query";
import { DeleteDialog } from "#components/ui/overlays/delete-dialog.tsx";
import { mutation } from "#lib/api/query.ts";
import { deleteKey } from "#lib/contract/keys.ts";
import type { Key } from "./key-status.tsx";
import { KeyUseFacts } from "./key-use-facts.tsx";

type DeleteKeyProps = { record: Key; open: boolean; onClose: () => void; onDeleted?: () => void };

/** Deletes a key permanently, after showing its usage and asking for its name. */
export function DeleteKey({ record, ...dialog }: DeleteKeyProps) {
  return (
    <DeleteDialog
      {...dialog}
      deletion={useMutation(mutation(deleteKey))}
      request={{ params: { hash: record.hash } }}
      noun="key"
      name={record.name}
      facts={
        <>
          <p>Requests with this key are rejected immediately. This cannot be undone. Its spend stays on record.</p>
          <KeyUseFacts record={record} />
        </>
      }
    />
  );
}
