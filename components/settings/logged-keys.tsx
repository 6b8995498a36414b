"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useKeySearch } from "#components/shell/commands/use-key-search.ts";
import { ComboboxMany } from "#components/ui/forms/combobox.tsx";
import { Field } from "#components/ui/forms/field.tsx";
import { SegmentedControl } from "#components/ui/forms/segmented-control.tsx";
import { call } from "#lib/api/client.ts";
import { listKeys } from "#lib/contract/keys.ts";

type LoggedKeysProps = {
  workspaceId: string;
  /** Numbers of keys; null is all. */
  numbers: number[] | null;
  onChange: (numbers: number[] | null) => void;
  problem: string | undefined;
};

const WHOSE = [
  { value: "all", label: "All keys" },
  { value: "some", label: "Some keys" },
] as const;

/** Selects whose requests are stored: those of all keys, or of some. */
export function LoggedKeys({ workspaceId, numbers, onChange, problem }: LoggedKeysProps) {
  const [last, setLast] = useState<number[]>([]);
  const search = useKeySearch({ workspace: workspaceId, enabled: numbers !== null });
  const chosen = useKeysByNumber(workspaceId, numbers ?? []);
  const choose = (whose: "all" | "some") => {
    if (numbers) setLast(numbers);
    onChange(whose === "all" ? null : last);
  };
  return (
    <>
      <Field label="Requests with">
        <SegmentedControl options={WHOSE} value={numbers === null ? "all" : "some"} onValueChange={choose} />
      </Field>
      {numbers !== null && (
        <Field
          label="Keys"
          error={problem ?? (search.error && `The keys could not be loaded: ${search.error.message}`)}
          hint={
            numbers.length === 0
              ? "No keys chosen, so nothing is stored."
              : "Playground requests have no key and are not stored."
          }
        >
          <ComboboxMany
            options={search.keys.map(optionOf)}
            known={chosen}
            values={numbers.map(String)}
            onValuesChange={(values) => onChange(values.map(Number))}
            placeholder="Choose keys"
            {...search.picker}
          />
        </Field>
      )}
    </>
  );
}

/** The number of keys the gateway resolves at once. */
const AT_ONCE = 100;

/**
 * Reads the selected keys' names, whether or not the search shows them; deleted ones and those of others are shown by
 * number.
 */
function useKeysByNumber(workspaceId: string, numbers: readonly number[]) {
  const { data: keys = [] } = useQuery({
    queryKey: [listKeys.resource, listKeys.id, "numbers", workspaceId, numbers],
    enabled: numbers.length > 0,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const parts = Array.from({ length: Math.ceil(numbers.length / AT_ONCE) }, (_, index) =>
        numbers.slice(index * AT_ONCE, (index + 1) * AT_ONCE),
      );
      const pages = await Promise.all(
        parts.map((part) => {
          const query = { workspace_id: workspaceId, ids: part.join(","), limit: AT_ONCE };
          return call(listKeys, { query, workspace: workspaceId, signal });
        }),
      );
      return pages.flatMap(({ data }) => data);
    },
  });
  return numbers.map((number) => {
    const key = keys.find(({ id }) => id === number);
    return key ? optionOf(key) : { value: String(number), label: `Key number ${number}` };
  });
}

function optionOf({ id, name, label }: { id: number; name: string; label: string }) {
  return { value: String(id), label: name, hint: label };
}
