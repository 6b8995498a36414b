"use client";

import { useRouter } from "next/navigation";
import { lazy, type ReactNode, Suspense, useCallback, useState } from "react";
import { useShell } from "#components/shell/shell-context.tsx";
import { TabPanel, Tabs } from "#components/ui/display/tabs.tsx";
import { PanelBoundary } from "#components/ui/feedback/panel-boundary.tsx";
import { Loading, Skeleton } from "#components/ui/feedback/skeleton.tsx";
import { toastDone, toastFailed } from "#components/ui/feedback/toast.tsx";
import { parseAsStringLiteral } from "#components/ui/hooks/query-parsers.ts";
import { useQueryState } from "#components/ui/hooks/query-state.ts";
import { useLeaveGuard } from "#components/ui/hooks/use-leave-guard.ts";
import { useSaveKey } from "#components/ui/hooks/use-save-key.ts";
import { LazyContent, lazyLayer } from "#components/ui/overlays/lazy-layer.tsx";
import type { ApiError } from "#lib/api/api-error.ts";
import type { Guardrail } from "../guardrail.ts";
import type { GuardrailTab } from "../guardrail-parts.ts";
import { RulesSection } from "../rules/rules-section.tsx";
import { FIRST_TRIAL } from "../tester/trial.ts";
import { EditorContext } from "./editor-context.ts";
import { GuardrailHeader } from "./guardrail-header.tsx";
import { SaveBar } from "./save-bar.tsx";
import { useDraft } from "./use-draft.ts";

const reviewChanges = lazyLayer(() => import("./review-changes.tsx").then(({ ReviewChanges }) => ReviewChanges));
const deleteGuardrail = lazyLayer(() =>
  import("../list/delete-guardrail.tsx").then(({ DeleteGuardrail }) => DeleteGuardrail),
);

// The page opens with the rules.
const GeneralSection = lazy(() => import("./general-section.tsx").then((file) => ({ default: file.GeneralSection })));
const RoutingSection = lazy(() => import("./routing-section.tsx").then((file) => ({ default: file.RoutingSection })));
const Assignments = lazy(() =>
  import("../assignments/assignments.tsx").then((file) => ({ default: file.Assignments })),
);
const GuardrailHistory = lazy(() =>
  import("./guardrail-history.tsx").then((file) => ({ default: file.GuardrailHistory })),
);
const HitsOverTime = lazy(() => import("../hits/hits-over-time.tsx").then((file) => ({ default: file.HitsOverTime })));

const TABS = ["rules", "general", "routing", "assignments", "findings", "history"] as const;
const PARTS: readonly string[] = ["rules", "general", "routing"] satisfies GuardrailTab[];
const TAB_WORDS = {
  rules: "Content rules",
  general: "Name and limit",
  routing: "Models and providers",
  assignments: "Assignments",
  findings: "Findings",
  history: "History",
} as const;

/** Returns the tab that contains a field of the API. */
function tabOf(path: string): GuardrailTab {
  if (/^(content_filter|shadow|restore)/.test(path)) return "rules";
  return /^(allowed|ignored|enforce)/.test(path) ? "routing" : "general";
}

/** A guardrail in tabs, edited as a whole and saved after a review of the changes. */
export function GuardrailEditor({ record, parent }: { record: Guardrail; parent: ReactNode }) {
  const { slug } = useShell().currentWorkspace;
  const router = useRouter();
  const [tab, setTab] = useQueryState("tab", parseAsStringLiteral(TABS).withDefault("rules"));
  const [open, setOpen] = useState<"review" | "delete">();
  const [trial, setTrial] = useState(FIRST_TRIAL);
  const { editor, changes, isChanged, ...draft } = useDraft(record);
  const review = useCallback(() => setOpen("review"), []);
  const close = () => setOpen(undefined);
  useSaveKey(useCallback(() => setOpen((now) => (isChanged ? (now ?? "review") : now)), [isChanged]));
  useLeaveGuard(isChanged);
  const refuse = (error: ApiError) => {
    close();
    draft.refuse(error);
    const first = error.issues[0];
    if (first) void setTab(tabOf(first.path));
    toastFailed(`Could not save ${editor.base.name}`, { description: first?.message ?? error.message });
  };
  const onSaved = (next: Guardrail) => {
    close();
    draft.adopt(next);
    toastDone(`${next.name} saved`);
  };
  const count = (of: GuardrailTab) => changes.filter((change) => change.tab === of).length;
  const tabs = TABS.map((value) => {
    const changed = PARTS.includes(value) ? count(value as GuardrailTab) : 0;
    return { value, label: TAB_WORDS[value], ...(changed > 0 ? { count: <ChangeCount count={changed} /> } : {}) };
  });
  return (
    <EditorContext value={editor}>
      <GuardrailHeader parent={parent} onImport={draft.replace} onDelete={() => setOpen("delete")} />
      <Tabs label="Guardrail sections" tabs={tabs} value={tab} onValueChange={(next) => void setTab(next)}>
        <TabPanel value="rules">
          <Section name="Content rules">
            <RulesSection trial={trial} onTrialChange={setTrial} />
          </Section>
        </TabPanel>
        <TabPanel value="general">
          <Section name="Name and limit">
            <GeneralSection />
          </Section>
        </TabPanel>
        <TabPanel value="routing">
          <Section name="Models and providers">
            <RoutingSection />
          </Section>
        </TabPanel>
        <TabPanel value="assignments">
          <Section name="Assignments">
            <Assignments record={editor.base} />
          </Section>
        </TabPanel>
        <TabPanel value="findings">
          <Section name="Findings">
            <HitsOverTime record={editor.base} />
          </Section>
        </TabPanel>
        <TabPanel value="history">
          <Section name="History">
            <GuardrailHistory
              record={editor.base}
              onRestore={(fields) => {
                draft.replace(fields);
                review();
              }}
            />
          </Section>
        </TabPanel>
      </Tabs>
      {isChanged && (
        <SaveBar count={changes.length} issues={editor.issues} onDiscard={draft.discard} onReview={review} />
      )}
      <LazyContent
        layer={reviewChanges}
        props={{
          open: open === "review" && isChanged,
          base: editor.base,
          draft: editor.draft,
          onClose: close,
          onSaved,
          onRejected: refuse,
        }}
      />
      <LazyContent
        layer={deleteGuardrail}
        props={{
          record: editor.base,
          open: open === "delete",
          onClose: close,
          onDeleted: () => router.push(`/w/${slug}/guardrails`),
        }}
      />
    </EditorContext>
  );
}

function ChangeCount({ count }: { count: number }) {
  return (
    <span className="flex h-4.5 min-w-4.5 items-center justify-center rounded-sm bg-warn-soft px-1 text-warn">
      {count}
      <span className="sr-only"> unsaved</span>
    </span>
  );
}

function Section({ name, children }: { name: string; children: ReactNode }) {
  const loading = (
    <Loading label={name.toLowerCase()} className="flex flex-col gap-6">
      <Skeleton className="h-52 w-full" />
      <Skeleton className="h-24 w-full" />
    </Loading>
  );
  return (
    <PanelBoundary name={name}>
      <Suspense fallback={loading}>{children}</Suspense>
    </PanelBoundary>
  );
}
