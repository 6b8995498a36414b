"use client";

import { createContext, useContext } from "react";
import type { Guardrail } from "../guardrail.ts";
import type { GuardrailFields } from "./guardrail-fields.ts";
import type { Issue } from "./issues.ts";

/** A guardrail being edited. */
export type Editor = {
  /** The guardrail when the edit started. */
  base: Guardrail;
  draft: GuardrailFields;
  set: (change: Partial<GuardrailFields>) => void;
  /** Errors in the draft. */
  issues: readonly Issue[];
};

export const EditorContext = createContext<Editor | undefined>(undefined);

/** Returns the guardrail being edited; for use inside a GuardrailEditor. */
export function useEditor(): Editor {
  const editor = useContext(EditorContext);
  if (!editor) throw new Error("useEditor must be used inside GuardrailEditor");
  return editor;
}

/** Returns the error at a path of the draft, or anywhere below it. */
export function problemAt(issues: readonly Issue[], path: string): string | undefined {
  return issues.find(
    (issue) => issue.path === path || issue.path.startsWith(`${path}.`) || issue.path.startsWith(`${path}[`),
  )?.message;
}
