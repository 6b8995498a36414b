import { formatCount } from "#lib/format.ts";
import { REJECTION_WORDS } from "#lib/rejection-words.ts";
import type { Generation } from "./generation.ts";

/** Why the gateway rejected a request, and for how many requests the record stands. */
export function LogRejection({ rejection }: { rejection: NonNullable<Generation["rejection"]> }) {
  const { reason, field, requests } = rejection;
  return (
    <p className="text-sm">
      Rejected before reaching a provider: {REJECTION_WORDS[reason]}
      {field && (
        <>
          , field <code className="font-mono text-xs">{field}</code>
        </>
      )}
      .
      {requests > 1 &&
        ` This row represents ${formatCount(requests)} requests that this key sent within seconds and that were rejected for the same reason. The details below are from the first.`}
    </p>
  );
}
