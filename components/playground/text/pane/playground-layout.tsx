"use client";

import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useEffect, useState } from "react";
import { ModelListContext } from "#components/playground/models/use-model-list.ts";
import { useRecentModels } from "#components/playground/models/use-recent-models.ts";
import { usePageKeys } from "#components/playground/use-keys.ts";
import { useShell } from "#components/shell/shell-context.tsx";
import { Sheet } from "#components/ui/overlays/sheet.tsx";
import { query } from "#lib/api/query.ts";
import { listModels } from "#lib/contract/models.ts";
import { SharedComposer } from "../composer/shared-composer.tsx";
import { useHistory } from "../history/use-history.ts";
import { useReplay } from "../history/use-replay.ts";
import { useShare } from "../history/use-share.tsx";
import { conversationOf, useTabStorage } from "../history/use-tab-storage.ts";
import { SettingsForm } from "../settings/settings-form.tsx";
import { FIRST_MODEL, fromConversation } from "./initial-state.ts";
import { Panes } from "./panes.tsx";
import { Toolbar } from "./toolbar.tsx";
import { useAddress, useAddressSync } from "./use-address.ts";
import { usePanes } from "./use-panes.ts";
import { PlaygroundContext } from "./use-playground.ts";

const CodeDialog = lazy(() => import("../code/code-dialog.tsx").then((module) => ({ default: module.CodeDialog })));
const CompareAnswers = lazy(() =>
  import("../answer/compare-answers.tsx").then((module) => ({ default: module.CompareAnswers })),
);
const HistorySheet = lazy(() =>
  import("../history/history-sheet.tsx").then((module) => ({ default: module.HistorySheet })),
);

type Layer = { kind: "settings" | "code"; paneId: string } | { kind: "history" | "compare"; paneId?: never };

/** The playground once the browser is known: its state, panes, and dialogs. */
export function PlaygroundLayout() {
  const { slug } = useShell().currentWorkspace;
  const history = useHistory();
  const recent = useRecentModels("text");
  const catalogue = useQuery(query(listModels, { query: { limit: 1000 } }));
  const address = useAddress();
  const playground = usePanes({
    workspace: slug,
    address: address[0],
    models: catalogue.data?.data,
    recent,
    onEnd: (state) => history.save(conversationOf(state)),
  });
  const { store, actions, state } = playground;
  useAddressSync(store, address);
  useTabStorage(store, slug);
  useReplay(actions.load);
  const [layer, setLayer] = useState<Layer>();
  const close = () => setLayer(undefined);
  const [focused, setFocused] = useState("");
  const activeId = state.panes.find(({ id }) => id === focused)?.id ?? state.panes[0]?.id ?? "";
  const share = useShare(store);
  const openCode = () => setLayer({ kind: "code", paneId: activeId });
  usePageKeys([
    { key: "enter", label: "Send the prompt" },
    { key: ".", label: "Stop the responses", run: actions.stopAll },
    { key: "d", label: "Duplicate the pane", run: () => actions.duplicatePane(activeId) },
    { key: "/", label: "View code", run: openCode },
  ]);
  useTitle(state.name);
  const only = state.panes.length === 1 ? state.panes[0] : undefined;
  return (
    <PlaygroundContext value={playground}>
      <ModelListContext
        value={{ models: playground.models, modelsFailed: catalogue.isError, recentModels: recent.recent }}
      >
        <div className="-mb-3 flex h-[calc(100dvh-5rem-var(--banner,0px))] min-h-120 flex-col md:-mb-4 md:h-[calc(100dvh-5.5rem-var(--banner,0px))]">
          <Toolbar
            onAddPane={() => actions.addPane(recent.recent.find((id) => id !== only?.model) ?? FIRST_MODEL)}
            onCode={openCode}
            onCompare={() => setLayer({ kind: "compare" })}
            onHistory={() => setLayer({ kind: "history" })}
            onShare={share.copyLink}
          />
          <div className="flex min-h-0 flex-1 overflow-hidden rounded-lg border bg-panel">
            <div className="flex min-w-0 flex-1 flex-col">
              <Panes
                activeId={activeId}
                onActive={setFocused}
                openLayer={(kind, paneId) => setLayer({ kind, paneId })}
              />
              <SharedComposer />
            </div>
            {only && (
              <aside aria-label="Settings" className="w-80 shrink-0 overflow-y-auto border-l p-4 max-lg:hidden">
                <SettingsForm key={only.id} paneId={only.id} />
              </aside>
            )}
          </div>
        </div>
        <span role="status" className="sr-only">
          {state.announcement}
        </span>
        {share.layer}
        {layer?.kind === "settings" && (
          <Sheet open onOpenChange={close} title="Settings" description={modelOf(state.panes, layer.paneId)}>
            <SettingsForm key={layer.paneId} paneId={layer.paneId} />
          </Sheet>
        )}
        <Suspense>
          {layer?.kind === "code" && <CodeDialog paneId={layer.paneId} onClose={close} />}
          {layer?.kind === "compare" && <CompareAnswers onClose={close} />}
          {layer?.kind === "history" && (
            <HistorySheet
              entries={history.entries}
              currentId={state.conversationId}
              onOpen={(entry) => {
                actions.load(fromConversation(entry));
                close();
              }}
              onRename={(id, name) => {
                history.rename(id, name);
                if (id === state.conversationId) actions.rename(name);
              }}
              onRemove={history.remove}
              onClose={close}
            />
          )}
        </Suspense>
      </ModelListContext>
    </PlaygroundContext>
  );
}

function modelOf(panes: readonly { id: string; model: string }[], paneId: string): string | undefined {
  return panes.find(({ id }) => id === paneId)?.model;
}

/** Uses a conversation's name as the tab's title. */
function useTitle(name: string | undefined): void {
  useEffect(() => {
    if (!name) return;
    const before = document.title;
    document.title = `${name} · ${before}`;
    return () => {
      document.title = before;
    };
  }, [name]);
}
