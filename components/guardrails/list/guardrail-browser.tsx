"use client";

import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useMemo, useRef } from "react";
import { useShortcuts } from "#components/shell/commands/shortcuts.ts";
import { useShell } from "#components/shell/shell-context.tsx";
import { Button } from "#components/ui/display/button.tsx";
import { Pagination } from "#components/ui/display/pagination.tsx";
import { ApiErrorState } from "#components/ui/feedback/api-error-state.tsx";
import { EmptyState } from "#components/ui/feedback/empty-state.tsx";
import { FilterBar, FilterChips } from "#components/ui/forms/filter-bar.tsx";
import { SearchInput } from "#components/ui/forms/search-input.tsx";
import type { Guardrail } from "../guardrail.ts";
import { describeLimits, describeRules } from "../guardrail-labels.ts";
import { useGuardrailHits } from "../hits/use-hits.ts";
import { allGuardrails } from "./all-guardrails.ts";
import { sortGuardrails, useGuardrailView } from "./guardrail-order.ts";
import { GuardrailTable, GuardrailTableSkeleton } from "./guardrail-table.tsx";

/** The guardrails of the workspace: search, table, pages, and every state of the list. */
export function GuardrailBrowser({ onCreate }: { onCreate: () => void }) {
  const result = useQuery(allGuardrails());
  const { data, error } = result;
  const foundBy = useGuardrailHits();
  const { view, setView } = useGuardrailView();
  const search = useRef<HTMLInputElement>(null);
  useShortcuts(
    useMemo(
      () => [{ keys: "/", label: "Search guardrails", group: "This page", run: () => search.current?.focus() }],
      [],
    ),
  );
  if (error && !data) {
    return <ApiErrorState title="The guardrails could not be loaded" result={result} />;
  }
  if (!data) return <GuardrailTableSkeleton />;
  if (data.length === 0) return <NoGuardrails onCreate={onCreate} />;
  const find = (q: string) => void setView({ q, offset: 0 }, { history: "replace" });
  const kept = data.filter((guardrail) => matches(guardrail, view.q));
  const shown = sortGuardrails(kept, view, foundBy);
  const chips = view.q ? [{ id: "q", name: "Search", value: view.q, onRemove: () => find("") }] : [];
  return (
    <>
      <FilterBar chips={chips} onClear={() => find("")}>
        <SearchInput
          ref={search}
          label="Search guardrails"
          placeholder="Name, rule or limit"
          value={view.q}
          onValueChange={find}
          shortcut="/"
          className="w-full sm:w-72"
        />
      </FilterBar>
      {shown.length === 0 ? (
        <EmptyState sentence="No guardrails match." action={<FilterChips chips={chips} onClear={() => find("")} />} />
      ) : (
        <>
          <GuardrailTable guardrails={shown.slice(view.offset, view.offset + view.limit)} foundBy={foundBy} />
          <Pagination
            offset={view.offset}
            limit={view.limit}
            total={shown.length}
            noun="guardrails"
            onChange={(page) => void setView(page)}
          />
        </>
      )}
    </>
  );
}

function matches(guardrail: Guardrail, search: string): boolean {
  const text = [guardrail.name, guardrail.id, guardrail.description, ...describeRules(guardrail)].join("\n");
  return `${text}\n${describeLimits(guardrail).join("\n")}`.toLowerCase().includes(search.trim().toLowerCase());
}

function NoGuardrails({ onCreate }: { onCreate: () => void }) {
  const { baseUrl, currentWorkspace } = useShell();
  const body = JSON.stringify({
    name: "Personal data",
    content_filter_builtins: [{ slug: "email", action: "redact" }],
    workspace_id: currentWorkspace.slug,
  });
  return (
    <EmptyState
      sentence="No guardrails yet. A guardrail filters content, limits spend and restricts models."
      action={
        <Button onClick={onCreate}>
          <Plus aria-hidden />
          Create guardrail
        </Button>
      }
      code={`curl ${baseUrl}/guardrails \\
  -H "Authorization: Bearer $SWITCHBOARD_MANAGEMENT_KEY" \\
  -H "Content-Type: application/json" \\
  -d '${body}'`}
      codeLabel="Or use the API with a management key"
    />
  );
}
