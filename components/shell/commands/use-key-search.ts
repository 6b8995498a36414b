"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useDebounced } from "#components/ui/hooks/use-debounced.ts";
import { query } from "#lib/api/query.ts";
import { listKeys } from "#lib/contract/keys.ts";
import { formatCount } from "#lib/format.ts";

/** Number of options shown at once; the search finds the others. */
const OFFERED = 50;
const REST_MS = 200;

type Search = { workspace?: string; enabled?: boolean };

/**
 * Searches the keys of a workspace (the open one) that can call models, on the server. Pass `picker` to a Combobox
 * together with its options.
 */
export function useKeySearch({ workspace, enabled = true }: Search = {}) {
  const [text, setText] = useState("");
  const q = useDebounced(text.trim(), REST_MS);
  const scope = workspace ? { workspace_id: workspace } : {};
  const { data, error } = useQuery({
    ...query(listKeys, {
      query: { ...scope, kind: "normal", q, limit: OFFERED },
      ...(workspace && { workspace }),
    }),
    placeholderData: keepPreviousData,
    enabled,
  });
  const keys = data?.data ?? [];
  const left = (data?.total_count ?? 0) - keys.length;
  const note = left > 0 ? `${formatCount(left)} more: search by name, last characters or hash` : undefined;
  return { keys, error, picker: { onSearch: setText, note, empty: data ? "No keys match" : "Searching keys" } };
}
