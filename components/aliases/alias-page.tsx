"use client";

import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useCallback } from "react";
import { CreateButton } from "#components/shell/commands/create-button.tsx";
import { useShell } from "#components/shell/shell-context.tsx";
import { usePermission } from "#components/shell/use-permission.ts";
import { Button } from "#components/ui/display/button.tsx";
import { PageHeader } from "#components/ui/display/page-header.tsx";
import { ApiErrorState } from "#components/ui/feedback/api-error-state.tsx";
import { EmptyState } from "#components/ui/feedback/empty-state.tsx";
import { NoAccessPage } from "#components/ui/feedback/no-access-page.tsx";
import { Loading } from "#components/ui/feedback/skeleton.tsx";
import { SkeletonRow } from "#components/ui/feedback/table-skeleton.tsx";
import { parseAsBoolean } from "#components/ui/hooks/query-parsers.ts";
import { useQueryState } from "#components/ui/hooks/query-state.ts";
import { LazyContent, lazyLayer } from "#components/ui/overlays/lazy-layer.tsx";
import { RecordDialogs } from "#components/ui/overlays/record-dialogs.tsx";
import { queryAll } from "#lib/api/query-all.ts";
import { createModelAlias, listModelAliases } from "#lib/contract/model-aliases.ts";
import { ALIAS_DIALOGS } from "./alias-dialogs.ts";
import { AliasTable } from "./alias-table.tsx";

const addAlias = lazyLayer(() => import("./alias-editor.tsx").then(({ AddAlias }) => AddAlias));

/** The model aliases page: a workspace's own model IDs, and the targets of each. */
export function AliasPage() {
  const { name } = useShell().currentWorkspace;
  const header = {
    title: "Model aliases",
    description: `Your own model IDs for requests in ${name}. Applications keep the name while you change the model.`,
  };
  if (usePermission(listModelAliases)) return <OpenPage header={header} />;
  return <NoAccessPage {...header}>Only owners and admins can see and change model aliases.</NoAccessPage>;
}

function OpenPage({ header }: { header: { title: string; description: string } }) {
  const [creating, setCreating] = useQueryState("create", parseAsBoolean.withDefault(false));
  const mayAdd = usePermission(createModelAlias);
  const open = useCallback(() => void setCreating(true), [setCreating]);
  return (
    <RecordDialogs dialogs={ALIAS_DIALOGS}>
      <PageHeader
        {...header}
        action={
          mayAdd && (
            <CreateButton shortcut="Create model alias" onClick={open}>
              Create alias
            </CreateButton>
          )
        }
      />
      <Aliases onCreate={open} mayChange={mayAdd} />
      <LazyContent layer={addAlias} props={{ open: creating && mayAdd, onClose: () => void setCreating(null) }} />
    </RecordDialogs>
  );
}

function Aliases({ onCreate, mayChange }: { onCreate: () => void; mayChange: boolean }) {
  const result = useQuery(queryAll(listModelAliases));
  const { data, error } = result;
  if (error && !data) {
    return <ApiErrorState title="The model aliases could not be loaded" result={result} />;
  }
  if (!data) return <TableSkeleton />;
  if (data.data.length === 0) return <NoAliases onCreate={onCreate} />;
  return <AliasTable aliases={data.data} mayChange={mayChange} />;
}

function NoAliases({ onCreate }: { onCreate: () => void }) {
  const { baseUrl } = useShell();
  const code = `curl ${baseUrl}/model-aliases \\
  -H "Authorization: Bearer $SWITCHBOARD_MANAGEMENT_KEY" \\
  -H "Content-Type: application/json" \\
  -d '{"name":"acme/support-bot","targets":[
    {"model":"openai/gpt-5.4-mini","weight":90},
    {"model":"anthropic/claude-haiku-4.5","weight":10}]}'`;
  return (
    <EmptyState
      sentence={
        <>
          No model aliases yet. An alias is a model ID of your own: applications request <code>acme/support-bot</code>,
          and you decide here which model serves it. With several targets, requests are split by weight, for example to
          move 10% of them to a new model first.
        </>
      }
      action={
        <Button onClick={onCreate}>
          <Plus aria-hidden />
          Create alias
        </Button>
      }
      code={code}
      codeLabel="Or use the API with a management key"
    />
  );
}

function TableSkeleton() {
  return (
    <Loading label="model aliases">
      {["first", "second", "third"].map((row) => (
        <SkeletonRow key={row} bars={["w-40", "w-56", "ml-auto w-24 max-sm:hidden"]} className="px-4" />
      ))}
    </Loading>
  );
}
