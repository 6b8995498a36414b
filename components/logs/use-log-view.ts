"use client";

import type { z } from "zod";
import { parseAsString, parseAsStringLiteral, type ValueOf } from "#components/ui/hooks/query-parsers.ts";
import { useQueryStates } from "#components/ui/hooks/query-state.ts";
import { ATTEMPT_OUTCOMES } from "#lib/contract/generation-attempts.ts";
import type { GenerationSummary, listGenerations } from "#lib/contract/generation-list.ts";
import { STATUS_CLASSES } from "#lib/contract/generation-selection.ts";
import { REJECTION_REASONS } from "#lib/contract/rejections.ts";
import type { GenerationFilter } from "#lib/generations/generation-filters.ts";
import { filtersOf, withFilter, withoutFilter } from "./filters/view-filters.ts";

export type LogRow = z.output<typeof GenerationSummary>;

/** The visible part of the open request. */
export const PARTS = ["summary", "content"] as const;

/** What the page lists; requests by default. */
export const LISTS = ["requests", "sessions", "attempts"] as const;

const parsers = {
  list: parseAsStringLiteral(LISTS).withDefault("requests"),
  /** The open session. */
  timeline: parseAsString,
  status: parseAsStringLiteral(STATUS_CLASSES),
  reason: parseAsStringLiteral(REJECTION_REASONS),
  model: parseAsString,
  provider: parseAsString,
  key: parseAsString,
  session: parseAsString,
  agent: parseAsString,
  repository: parseAsString,
  user: parseAsString,
  tag: parseAsString,
  request: parseAsString,
  filters: parseAsString,
  attemptProvider: parseAsString,
  attemptOutcome: parseAsStringLiteral(ATTEMPT_OUTCOMES),
  facets: parseAsStringLiteral(["open"]),
  peek: parseAsString,
  part: parseAsStringLiteral(PARTS).withDefault("summary"),
};

const NOTHING = {
  status: null,
  reason: null,
  model: null,
  provider: null,
  key: null,
  session: null,
  agent: null,
  repository: null,
  user: null,
  tag: null,
  request: null,
  filters: null,
  attemptProvider: null,
  attemptOutcome: null,
};

/** What the page lists, its filters and what is open, stored in the address. */
export function useLogView() {
  const [view, setView] = useQueryStates(parsers, { history: "push", scroll: false });
  const filters = filtersOf(view);
  const narrow = (change: Partial<LogView>) => void setView(change);
  const addFilter = (filter: GenerationFilter) => narrow(withFilter(view, filter) as Partial<LogView>);
  const removeFilter = (filter: GenerationFilter) => narrow(withoutFilter(view, filter) as Partial<LogView>);
  const clear = () => void setView(NOTHING);
  const peek = (id: string | null) => void setView({ peek: id });
  const list = (name: (typeof LISTS)[number]) => void setView({ list: name, timeline: null, peek: null });
  const openTimeline = (session: string) => void setView({ timeline: session, peek: null });
  const show = (part: (typeof PARTS)[number]) => void setView({ part });
  return { view, filters, narrow, addFilter, removeFilter, clear, peek, list, openTimeline, show };
}

export type LogView = { [Name in keyof typeof parsers]: ValueOf<(typeof parsers)[Name]> };

/** Converts the view to an API query. */
export function logQuery(view: LogView): z.input<typeof listGenerations.query> {
  return {
    status_class: view.status ?? undefined,
    rejection: view.reason ?? undefined,
    model: view.model ?? undefined,
    provider: view.provider ?? undefined,
    api_key_hash: view.key ?? undefined,
    session_id: view.session ?? undefined,
    agent: view.agent ?? undefined,
    repository: view.repository ?? undefined,
    external_user: view.user ?? undefined,
    tag: view.tag ?? undefined,
    request_id: view.request ?? undefined,
    filters: view.filters ?? undefined,
  };
}
