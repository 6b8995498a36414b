"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ComboboxMany } from "#components/ui/combobox.tsx";
import { Field } from "#components/ui/field.tsx";
import { Segmented } from "#components/ui/segmented.tsx";
import { queryAll } from "#lib/api/query-all.ts";
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

/** Whose calls are kept: those of all keys, or of those chosen. */
export function LoggedKeys({ workspaceId, numbers, onChange, problem }: LoggedKeysProps) {
  const [last, setLast] = useState<number[]>([]);
  const keys = useQuery({
    ...queryAll(listKeys, { query: { workspace_id: workspaceId, kind: "normal" }, workspace: workspaceId }),
    enabled: numbers !== null,
  });
  const known = keys.data?.data ?? [];
  // Deleted ones, and those that the person may not see.
  const others = (numbers ?? []).filter((number) => !known.some(({ id }) => id === number));
  const options = [
    ...known.map(({ id, name, label }) => ({ value: String(id), label: name, hint: label })),
    ...others.map((number) => ({ value: String(number), label: `Key number ${number}` })),
  ];
  const choose = (whose: "all" | "some") => {
    if (numbers) setLast(numbers);
    onChange(whose === "all" ? null : last);
  };
  return (
    <>
      <Field label="Calls of">
        <Segmented options={WHOSE} value={numbers === null ? "all" : "some"} onValueChange={choose} />
      </Field>
      {numbers !== null && (
        <Field
          label="Keys"
          error={problem ?? (keys.error && `The keys could not be loaded: ${keys.error.message}`)}
          hint={
            numbers.length === 0
              ? "None chosen: nothing is kept."
              : "Calls of the playground have no key and are not kept."
          }
        >
          <ComboboxMany
            options={options}
            values={numbers.map(String)}
            onValuesChange={(values) => onChange(values.map(Number))}
            placeholder="Choose keys"
            empty="No key matches"
          />
        </Field>
      )}
    </>
  );
}
