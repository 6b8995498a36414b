"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { toastFailed } from "#components/ui/feedback/toast.tsx";
import type { ApiError } from "#lib/api/api-error.ts";
import { mutation } from "#lib/api/query.ts";
import { orderCredentials } from "#lib/contract/byok.ts";
import { type Credential, nameOf } from "../credential-status.tsx";
import { moveCredential, type Section } from "./credential-order.ts";

type Records = { data: Credential[] | Credential };
const KEY = [orderCredentials.resource];

/**
 * Moves a provider key within its section and shows it there before it is saved. `announcement` is the text for a live
 * region.
 */
export function useReorder() {
  const client = useQueryClient();
  const [announcement, setAnnouncement] = useState("");
  const options = mutation(orderCredentials);
  const { mutateAsync } = useMutation({
    ...options,
    scope: { id: "credential-order" },
    // Only after the last of several moves: refetching in between would undo the others.
    onSuccess: () => {
      if (client.isMutating({ mutationKey: options.mutationKey ?? [] }) === 1) {
        void client.invalidateQueries({ queryKey: KEY });
      }
    },
  });
  const move = async (section: Section, credential: Credential, to: number) => {
    const before = section.credentials.map(({ id }) => id);
    if (to < 0 || to >= before.length) return;
    const ids = moveCredential(before, credential.id, to);
    const show = (order: readonly string[]) =>
      client.setQueriesData<Records>({ queryKey: KEY }, (old) => old && inOrder(old, order));
    await client.cancelQueries({ queryKey: KEY });
    show(ids);
    setAnnouncement(`${nameOf(credential)} is now ${to + 1} of ${ids.length}`);
    await mutateAsync({ body: { ids } }).catch((error: ApiError) => {
      show(before);
      toastFailed("Could not save the order", {
        description: error.message,
        action: { label: "Retry", run: () => void move(section, credential, to) },
      });
    });
  };
  return { move, said: announcement };
}

function inOrder(records: Records, ids: readonly string[]): Records {
  if (!Array.isArray(records.data)) return records;
  const places = new Map(ids.map((id, index) => [id, index]));
  const change = (one: Credential) => ({ ...one, sort_order: places.get(one.id) ?? one.sort_order });
  return { ...records, data: records.data.map(change) };
}
