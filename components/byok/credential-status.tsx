import { CirclePause, Clock, LockKeyhole } from "lucide-react";
import type { z } from "zod";
import { StatusChip } from "#components/ui/feedback/status-chip.tsx";
import type { Credential as CredentialRecord } from "#lib/contract/byok.ts";

export type Credential = z.output<typeof CredentialRecord>;
export type CredentialStatus = "working" | "waiting" | "failing" | "disabled" | "unreadable";

/**
 * Returns the state of a provider key: its last result counts, since requests fall back to the next key if it fails.
 */
export function credentialStatus(credential: Credential): CredentialStatus {
  const { last_failure: failure, last_success_at: success } = credential;
  if (!credential.is_readable) return "unreadable";
  if (credential.disabled) return "disabled";
  if (failure && (!success || Date.parse(failure.at) > Date.parse(success))) return "failing";
  return credential.first_success_at ? "working" : "waiting";
}

/** Returns the name of a provider key, or the masked key. */
export function nameOf({ name, label }: Pick<Credential, "name" | "label">): string {
  return name ?? label;
}

const LOOKS = {
  working: { tone: "ok", word: "Working", title: "The last request succeeded." },
  waiting: {
    tone: "info",
    word: "Waiting for first success",
    title: "No request with this key has succeeded yet.",
    icon: <Clock />,
  },
  failing: { tone: "bad", word: "Failing", title: "The last request failed, and the next key was tried." },
  disabled: { tone: "neutral", word: "Disabled", title: "Not used until enabled", icon: <CirclePause /> },
  unreadable: {
    tone: "bad",
    word: "Cannot be decrypted",
    title: "Encrypted with a secret that the gateway no longer has. Replace the key.",
    icon: <LockKeyhole />,
  },
} as const;

/** A provider key's state as icon and word. */
export function CredentialStatusChip({ credential }: { credential: Credential }) {
  const look = LOOKS[credentialStatus(credential)];
  return (
    <StatusChip tone={look.tone} title={look.title} {...("icon" in look ? { icon: look.icon } : {})}>
      {look.word}
    </StatusChip>
  );
}
