"use client";

import { useCallback } from "react";
import { CreateButton } from "#components/shell/commands/create-button.tsx";
import { useShell } from "#components/shell/shell-context.tsx";
import { useIsAdministrator } from "#components/shell/use-permission.ts";
import { PageHeader } from "#components/ui/display/page-header.tsx";
import { TabPanel, Tabs } from "#components/ui/display/tabs.tsx";
import { parseAsBoolean } from "#components/ui/hooks/query-parsers.ts";
import { useQueryState } from "#components/ui/hooks/query-state.ts";
import { LazyContent, lazyLayer } from "#components/ui/overlays/lazy-layer.tsx";
import { RecordDialogs } from "#components/ui/overlays/record-dialogs.tsx";
import { KeyBrowser } from "./key-browser.tsx";
import { KEY_DIALOGS } from "./key-dialogs.ts";
import { useKeyView } from "./key-filters.ts";
import { LeakedKeys } from "./leaks/leaked-keys.tsx";
import { ManagementWarning } from "./management/management-warning.tsx";

const createKey = lazyLayer(() => import("./editor/create-key.tsx").then(({ CreateKey }) => CreateKey));

const TABS = [
  { value: "normal", label: "API keys" },
  { value: "management", label: "Management keys" },
] as const;

/** The keys page: API keys and their spending limits. */
export function KeyList() {
  const { currentWorkspace } = useShell();
  const { view, setView } = useKeyView();
  // Members cannot create or see management keys.
  const isAdministrator = useIsAdministrator();
  const kind = isAdministrator ? view.kind : "normal";
  const [creating, setCreating] = useQueryState("create", parseAsBoolean.withDefault(false));
  const open = useCallback(() => void setCreating(true), [setCreating]);
  return (
    <RecordDialogs dialogs={KEY_DIALOGS}>
      <PageHeader
        title="Keys"
        description={`API keys for applications that call models in ${currentWorkspace.name}. Each has its own limit, expiry and spend.`}
        action={
          <CreateButton shortcut="Create key" onClick={open}>
            {kind === "management" ? "Create management key" : "Create key"}
          </CreateButton>
        }
      />
      <LeakedKeys />
      {isAdministrator ? (
        <Tabs
          label="Kinds of keys"
          tabs={TABS}
          value={kind}
          onValueChange={(next) =>
            void setView({ kind: next, q: null, status: null, unused: null, sort: null, order: null, offset: null })
          }
        >
          {TABS.map(({ value }) => (
            <TabPanel key={value} value={value} className="flex flex-col gap-3">
              {value === "management" && <ManagementWarning />}
              <KeyBrowser kind={value} onCreate={open} />
            </TabPanel>
          ))}
        </Tabs>
      ) : (
        <div className="flex flex-col gap-3">
          <KeyBrowser kind={kind} onCreate={open} />
        </div>
      )}
      <LazyContent layer={createKey} props={{ open: creating, kind, onClose: () => void setCreating(null) }} />
    </RecordDialogs>
  );
}
