"use client";

import { Download, Trash2, Upload } from "lucide-react";
import { type ReactNode, useRef } from "react";
import { IdPill } from "#components/ui/display/id-pill.tsx";
import { PageHeader } from "#components/ui/display/page-header.tsx";
import { toastDone, toastFailed } from "#components/ui/feedback/toast.tsx";
import { usePageTitle } from "#components/ui/hooks/use-page-title.ts";
import { MenuItem, MenuSeparator } from "#components/ui/overlays/menu.tsx";
import { saveFile } from "#components/ui/save-file.ts";
import { AssigneeSummary } from "../list/assignee-summary.tsx";
import { GuardrailBadges } from "../list/guardrail-badges.tsx";
import { guardrailFile, readGuardrail } from "../list/guardrail-file.ts";
import { useEditor } from "./editor-context.ts";
import type { GuardrailFields } from "./guardrail-fields.ts";
import { useAssignees } from "./use-assignees.ts";

type GuardrailHeaderProps = {
  parent: ReactNode;
  onImport: (fields: GuardrailFields) => void;
  onDelete: () => void;
};

/** Name, state and id of a guardrail, its assignees, and its actions. */
export function GuardrailHeader({ parent, onImport, onDelete }: GuardrailHeaderProps) {
  const { base, draft } = useEditor();
  const file = useRef<HTMLInputElement>(null);
  const all = useAssignees();
  usePageTitle(base.name);
  const read = async (chosen: File | undefined) => {
    const fields = chosen && readGuardrail(await chosen.text());
    if (fields) {
      onImport({ ...fields, name: fields.name || base.name });
      toastDone(`${chosen.name} imported`, { description: "Nothing is saved yet. Review the changes." });
    } else if (chosen) {
      toastFailed(`${chosen.name} is not a guardrail export`, {
        description: "Choose a JSON file exported from a guardrail.",
      });
    }
  };
  return (
    <>
      <PageHeader
        parent={parent}
        title={base.name}
        {...(base.is_default || base.shadow ? { status: <GuardrailBadges record={base} /> } : {})}
        id={<IdPill id={base.id} label="guardrail ID" />}
        description={
          <>
            {base.description && <span className="block">{base.description}</span>}
            Applies to{" "}
            {base.is_default ? (
              "every request in the workspace"
            ) : (
              <AssigneeSummary assignees={all && !all.failed ? all.assigneesOf(base.id) : undefined} />
            )}
          </>
        }
        menu={
          <>
            <MenuItem onSelect={() => saveFile(guardrailFile(draft), `${fileName(base.name)}.json`)}>
              <Download aria-hidden />
              Export as JSON
            </MenuItem>
            <MenuItem onSelect={() => file.current?.click()}>
              <Upload aria-hidden />
              Import JSON
            </MenuItem>
            <MenuSeparator />
            <MenuItem danger onSelect={onDelete}>
              <Trash2 aria-hidden />
              Delete guardrail
            </MenuItem>
          </>
        }
      />
      <input
        ref={file}
        type="file"
        accept="application/json,.json"
        hidden
        aria-label="Guardrail as JSON"
        onChange={(event) => {
          const [chosen] = event.target.files ?? [];
          event.target.value = "";
          void read(chosen);
        }}
      />
    </>
  );
}

function fileName(name: string): string {
  return (
    name
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}]+/gu, "-")
      .replace(/^-|-$/g, "") || "guardrail"
  );
}
