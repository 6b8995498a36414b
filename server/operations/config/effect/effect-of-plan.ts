import { type RecentCall, recentCalls } from "#server/data/recent-calls.ts";
import type { Gateway } from "#server/gateway.ts";
import { refOf } from "../document/resources.ts";
import type { Plan } from "../plan/make-plan.ts";
import { budgetEffects } from "./budget-effects.ts";
import type { Comparison, Effect } from "./comparison.ts";
import { contentEffect } from "./content-effects.ts";
import type { DecidingState } from "./planned-state.ts";
import { priceEffects } from "./price-effects.ts";
import { routeEffects } from "./route-effects.ts";

const DAY_MS = 86_400_000;
const DAYS = 7;
/** Maximum number of requests to examine per workspace, latest first. */
const MAX_CALLS = 10_000;

/** Evaluates the ledger's requests of the last seven days again with the plan, and compares. Writes nothing. */
export async function effectOfPlan(
  gateway: Gateway,
  organizationId: string,
  plan: Plan,
  states: { before: DecidingState; after: DecidingState },
): Promise<Effect> {
  const to = new Date(gateway.now());
  const from = new Date(to.getTime() - DAYS * DAY_MS);
  const comparison: Comparison = { gateway, organizationId, ...states, from, to };
  const routes = routeEffects(comparison);
  const prices = priceEffects(comparison);
  const content: Effect["content"] = [];
  let calls = 0;
  let isComplete = true;
  const isWorthIt = plan.differences.some(({ kind }) => ["guardrail", "key", "price", "workspace"].includes(kind));
  if (isWorthIt) await gateway.ledger.flush();
  for (const [workspace, workspaceId] of isWorthIt ? workspacesOf(plan) : []) {
    const range = { workspaceId, from, to, last: MAX_CALLS };
    const filtered: RecentCall[] = [];
    let read = 0;
    for await (const page of recentCalls(gateway.database.queries, range)) {
      read += page.length;
      for (const call of page) {
        routes.add(workspace, workspaceId, call);
        prices.add(call);
        if (call.dialect !== null) filtered.push(call);
      }
    }
    calls += read;
    if (read >= MAX_CALLS) isComplete = false;
    content.push(...(await contentEffect(comparison, { workspace, workspaceId, calls: filtered })));
  }
  return {
    from: from.toISOString(),
    to: to.toISOString(),
    calls,
    is_complete: isComplete,
    ...routes.counts(),
    content,
    prices: prices.counts(),
    budgets: await budgetEffects(comparison, plan),
    not_computed: notComputed(plan),
  };
}

/** Returns the slugs and ids of the workspaces that exist before the plan. */
function workspacesOf({ state }: Plan): [string, string][] {
  const stored = [...state.resources.values()].filter(({ kind }) => kind === "workspace");
  return stored.map((resource) => [resource.name, state.ids.get(refOf(resource)) ?? ""]);
}

const UNTOLD: readonly [kind: string, fields: readonly string[] | undefined, sentence: string][] = [
  [
    "credential",
    undefined,
    "Changed provider keys: the ledger does not say which other key a request could have used.",
  ],
  ["credential_pool", undefined, "Changed strategies of provider keys: they decide for each request."],
  ["custom_provider", undefined, "Changed custom providers: past requests could not be sent to them as they are now."],
  ["model_alias", undefined, "Changed model aliases: past requests keep the model that the alias stood for."],
  ["preset", undefined, "Changed presets: the ledger does not say which requests used one."],
  [
    "workspace",
    ["default_text_model", "default_image_model", "default_provider_sort", "default_plugins"],
    "Changed defaults of a workspace: the ledger does not say which requests relied on them.",
  ],
  ["workspace", ["disabled_server_tools"], "Changed server tools of a workspace."],
  ["key", ["allowed_tools"], "Changed server tools of a key."],
  ["guardrail", ["allowed_tools", "ignored_tools"], "Changed server tools of a guardrail."],
  [
    "guardrail",
    ["limit_usd", "reset_interval", "include_byok_in_budgets"],
    "Changed limits of a guardrail: they are counted from the moment it applies.",
  ],
  [
    "group_mapping",
    undefined,
    "Changed group mappings: members gain or lose roles and workspaces, and keys that depend on those they lose are disabled.",
  ],
  ["destination", undefined, "Changed destinations: they receive requests from now on."],
  [
    "alert_rule",
    undefined,
    "Changed alert rules: POST /alert-rules/preview shows when one would have opened an alert.",
  ],
];

function notComputed({ differences }: Plan): string[] {
  return UNTOLD.flatMap(([kind, fields, sentence]) => {
    const isMet = differences.some(
      (one) => one.kind === kind && (!fields || one.fields.some(({ field }) => fields.includes(field))),
    );
    return isMet ? [sentence] : [];
  });
}
