"use client";

import { useCallback } from "react";
import { CreateButton } from "#components/shell/commands/create-button.tsx";
import { useShell } from "#components/shell/shell-context.tsx";
import { usePermission } from "#components/shell/use-permission.ts";
import { PageHeader } from "#components/ui/display/page-header.tsx";
import { NoAccessPage } from "#components/ui/feedback/no-access-page.tsx";
import { parseAsBoolean } from "#components/ui/hooks/query-parsers.ts";
import { useQueryState } from "#components/ui/hooks/query-state.ts";
import { LazyContent, lazyLayer } from "#components/ui/overlays/lazy-layer.tsx";
import { createGuardrail as createEndpoint, listGuardrails } from "#lib/contract/guardrails.ts";
import { GuardrailBrowser } from "./guardrail-browser.tsx";

const createGuardrail = lazyLayer(() =>
  import("./create-guardrail.tsx").then(({ CreateGuardrail }) => CreateGuardrail),
);

/** The guardrails page: the rules for the workspace's requests, and their assignees. */
export function GuardrailList() {
  const { name } = useShell().currentWorkspace;
  const header = {
    title: "Guardrails",
    description: `Content rules, limits and allowed models. The default applies to every request in ${name}. The others add to it for the keys and members they are assigned to.`,
  };
  if (usePermission(listGuardrails)) return <OpenList header={header} />;
  return <NoAccessPage {...header}>Only owners and admins can see and change guardrails.</NoAccessPage>;
}

function OpenList({ header }: { header: { title: string; description: string } }) {
  const [creating, setCreating] = useQueryState("create", parseAsBoolean.withDefault(false));
  const open = useCallback(() => void setCreating(true), [setCreating]);
  const mayCreate = usePermission(createEndpoint);
  return (
    <>
      <PageHeader {...header} action={mayCreate && <CreateButton onClick={open}>Create guardrail</CreateButton>} />
      <div className="flex flex-col gap-3">
        <GuardrailBrowser onCreate={open} />
      </div>
      <LazyContent layer={createGuardrail} props={{ open: creating && mayCreate, onClose: () => setCreating(null) }} />
    </>
  );
}
