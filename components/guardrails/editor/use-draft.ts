"use client";

import { useState } from "react";
import { useBodySchema } from "#components/ui/forms/use-body-schema.ts";
import type { ApiError } from "#lib/api/api-error.ts";
import { updateGuardrail } from "#lib/contract/guardrails.ts";
import type { Guardrail } from "../guardrail.ts";
import { changesBetween } from "../guardrail-parts.ts";
import type { Editor } from "./editor-context.ts";
import { changesOf, fieldsOf, type GuardrailFields } from "./guardrail-fields.ts";
import { issuesOf } from "./issues.ts";

/**
 * The edit of a guardrail. Without changes it follows the stored version; an edit keeps the version it started with, so
 * that saving it over someone else's change is rejected.
 */
export function useDraft(record: Guardrail) {
  const [base, setBase] = useState(record);
  const [draft, setDraft] = useState(() => fieldsOf(record));
  const [rejection, setRejection] = useState<{ error: ApiError; draft: GuardrailFields }>();
  const stored = fieldsOf(base);
  const body = changesOf(stored, draft);
  const isChanged = Object.keys(body).length > 0;
  const schema = useBodySchema(updateGuardrail, isChanged);
  const adopt = (next: Guardrail) => {
    setBase(next);
    setDraft(fieldsOf(next));
    setRejection(undefined);
  };
  if (record.version > base.version && !isChanged) adopt(record);
  const checked = isChanged ? schema?.safeParse(body) : undefined;
  // The gateway's errors apply to the draft that was sent.
  const issues = rejection?.draft === draft ? issuesOf(rejection.error) : issuesOf(checked?.error);
  const editor: Editor = { base, draft, issues, set: (change) => setDraft({ ...draft, ...change }) };
  return {
    editor,
    changes: isChanged ? changesBetween(stored, draft) : [],
    isChanged,
    adopt,
    /** Replaces the draft's fields, as an import or an older version does. */
    replace: (fields: GuardrailFields) => setDraft(fieldsOf(fields)),
    discard: () => setDraft(stored),
    refuse: (error: ApiError) => setRejection({ error, draft }),
  };
}
