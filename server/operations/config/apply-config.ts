import { applyConfig as endpoint } from "#lib/contract/config.ts";
import { managedByFile } from "#server/audit/managed-by-file.ts";
import { HttpError } from "#server/errors.ts";
import { operation } from "#server/http/operation.ts";
import { applyDocument } from "./apply/apply-document.ts";
import { secretsFrom } from "./document/secrets.ts";

export const applyConfig = operation(endpoint)(async (gateway, call) => {
  const { body, managed } = call;
  if (managed) throw managedByFile(managed);
  const { plan, appliedAt, counts, keys } = await applyDocument(gateway, call, {
    text: body.document,
    secrets: secretsFrom(body.secrets),
    fileDigest: null,
    admits: ({ hash }) => {
      if (hash === body.plan_hash) return true;
      throw new HttpError(409, "The plan would differ now: the document or the configuration has changed. Plan again.");
    },
  });
  const data = { plan_hash: plan.hash, applied_at: appliedAt.toISOString(), ...counts, notes: plan.notes };
  return { data, keys };
});
