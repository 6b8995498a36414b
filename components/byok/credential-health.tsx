"use client";

import { useMutation } from "@tanstack/react-query";
import { CirclePause, CirclePlay, Plug, RotateCw, Trash2 } from "lucide-react";
import { Button } from "#components/ui/display/button.tsx";
import { Time } from "#components/ui/display/time.tsx";
import { useRecordDialogs } from "#components/ui/overlays/record-dialogs.tsx";
import { mutation } from "#lib/api/query.ts";
import { testCredential } from "#lib/contract/byok.ts";
import { formatCount } from "#lib/format.ts";
import { CREDENTIAL_DIALOGS } from "./credential-dialogs.ts";
import { type Credential, CredentialStatusChip, credentialStatus, nameOf } from "./credential-status.tsx";
import { KeyTest } from "./editor/key-test.tsx";
import { LiveChip } from "./pools/live-state.tsx";
import { usePools } from "./pools/use-pools.ts";
import { useToggleCredential } from "./use-toggle-credential.ts";

/** Whether a provider key works, since when, and what to do if not. */
export function CredentialHealth({ credential }: { credential: Credential }) {
  const { replace, remove } = useRecordDialogs(CREDENTIAL_DIALOGS);
  const toggle = useToggleCredential();
  const test = useMutation(mutation(testCredential));
  const live = usePools().liveOf(credential.id);
  return (
    <section aria-label="State" className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <h3 className="min-w-0 truncate font-medium text-lg">{nameOf(credential)}</h3>
        {live?.state === "rejected" || live?.state === "limited" ? (
          <LiveChip {...live} />
        ) : (
          <CredentialStatusChip credential={credential} />
        )}
      </div>
      <RecentResults credential={credential} />
      <div className="flex flex-wrap gap-2">
        <Button
          pending={test.isPending}
          disabled={!credential.is_readable}
          onClick={() => test.mutate({ params: { id: credential.id } })}
        >
          <Plug aria-hidden />
          Test key
        </Button>
        <Button onClick={() => replace(credential)}>
          <RotateCw aria-hidden />
          Replace key
        </Button>
        <Button onClick={() => toggle(credential, !credential.disabled)}>
          {credential.disabled ? <CirclePlay aria-hidden /> : <CirclePause aria-hidden />}
          {credential.disabled ? "Enable" : "Disable"}
        </Button>
        <Button variant="dangerOutline" onClick={() => remove(credential)}>
          <Trash2 aria-hidden />
          Delete
        </Button>
      </div>
      {test.data && <KeyTest result={test.data.data} />}
      {test.error && (
        <p role="alert" className="text-bad text-sm">
          Could not test the key: {test.error.message}
        </p>
      )}
    </section>
  );
}

/** Describes the recent results of the current key in a sentence. */
function RecentResults({ credential }: { credential: Credential }) {
  const { last_failure: failure } = credential;
  const counts = `${formatCount(credential.successes)} ok, ${formatCount(credential.failures)} failed`;
  return (
    <div className="flex flex-col gap-2 text-sm">
      <p className="text-muted">
        <span className="font-mono text-ink text-xs">{credential.label}</span>{" "}
        {credential.first_success_at ? (
          <>
            has been in use since <Time value={credential.first_success_at} format="absolute" /> ({counts}).
          </>
        ) : (
          <>
            was set <Time value={credential.key_set_at} /> and has no successful request yet ({counts}).
          </>
        )}
      </p>
      {failure && (
        <p
          className={
            credentialStatus(credential) === "failing"
              ? "break-words rounded-md bg-bad-soft px-3 py-2 text-bad"
              : "break-words rounded-md bg-well px-3 py-2"
          }
        >
          Last failure <Time value={failure.at} />
          {failure.status > 0 && `, HTTP ${failure.status}`}: {failure.message}
        </p>
      )}
    </div>
  );
}
