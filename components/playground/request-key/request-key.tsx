"use client";

import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { useShell } from "#components/shell/shell-context.tsx";
import { Link } from "#components/ui/display/link.tsx";
import { Field } from "#components/ui/forms/field.tsx";
import { Select } from "#components/ui/forms/select.tsx";
import { useNow } from "#components/ui/hooks/use-now.ts";
import { queryAll } from "#lib/api/query-all.ts";
import { listKeys } from "#lib/contract/keys.ts";
import { useStoredKey } from "./stored-key.ts";

/** Chooses whose limits and guardrails the playground's requests use: the console session's, or a key's. */
export function RequestKey() {
  const { slug, id } = useShell().currentWorkspace;
  const [hash, choose] = useStoredKey(slug);
  const nowMs = useNow() ?? 0;
  const { data, error } = useQuery(queryAll(listKeys, { query: { workspace_id: id } }));
  const usable = data?.data.filter(
    (key) => !key.is_management_key && !key.disabled && !(key.expires_at && Date.parse(key.expires_at) <= nowMs),
  );
  const chosen = usable?.find((key) => key.hash === hash);
  const isGone = usable !== undefined && hash !== "" && !chosen;
  useEffect(() => {
    if (isGone) choose("");
  }, [isGone, choose]);
  const keys = (usable ?? []).map((key) => ({ value: key.hash, label: key.name }));
  return (
    <div className="flex flex-col gap-1.5 border-t pt-4">
      <Field label="Send with" {...(error && { error: "The keys could not be loaded." })}>
        <Select options={[{ value: "", label: "Console session" }, ...keys]} value={hash} onValueChange={choose} />
      </Field>
      <p className="text-muted text-xs">
        {chosen ? (
          <>
            The limits, guardrails and tools of{" "}
            <Link href={`/w/${slug}/keys/${chosen.hash}`} className="text-accent-ink underline">
              {chosen.name}
            </Link>{" "}
            apply{chosen.guardrail_name && `, with the guardrail ${chosen.guardrail_name}`}. Requests count toward the
            key.
          </>
        ) : (
          "Requests use your console session, so no key limits apply. They count toward this workspace."
        )}
      </p>
    </div>
  );
}
