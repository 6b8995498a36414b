import type { ConfigDocument } from "#lib/contract/config-document.ts";
import type { Path, Problem } from "./problems.ts";
import { DEFAULT_GUARDRAIL, type Resource, refOf, resourcesOf } from "./resources.ts";

/** Returns the problems that the schema cannot find: duplicate names, and references to records that are not listed. */
export function documentProblems(document: ConfigDocument): Problem[] {
  return [
    ...repeatedNames(resourcesOf(document)),
    ...unknownWorkspaces(document),
    ...(document.workspaces ?? []).flatMap(workspaceProblems),
  ];
}

/** A mapping to a workspace that the document would delete. */
function unknownWorkspaces({ workspaces, group_mappings: mappings = [], just_in_time: joining }: ConfigDocument) {
  const isUnknown = (slug: string | null | undefined) => slug && workspaces?.every((one) => one.slug !== slug);
  const places: [Path, string | null | undefined][] = [
    ...mappings.map(({ workspace }, index): [Path, typeof workspace] => [
      ["group_mappings", index, "workspace"],
      workspace,
    ]),
    [["just_in_time", "workspace"], joining?.workspace],
  ];
  return places.flatMap(([path, slug]): Problem[] =>
    isUnknown(slug) ? [{ path, message: "The document has no such workspace" }] : [],
  );
}

function repeatedNames(resources: readonly Resource[]): Problem[] {
  const groups = Map.groupBy(resources, refOf);
  return [...groups.values()].flatMap((group) =>
    group.slice(1).map(({ kind, name, path }) => ({ path, message: `The ${kind} ${name} is listed twice` })),
  );
}

type Workspace = NonNullable<ConfigDocument["workspaces"]>[number];

function workspaceProblems(workspace: Workspace, index: number): Problem[] {
  const at = (...path: Path): Path => ["workspaces", index, ...path];
  const guardrails =
    workspace.guardrails && new Set([DEFAULT_GUARDRAIL, ...workspace.guardrails.map(({ name }) => name)]);
  const problems: Problem[] = (workspace.keys ?? []).flatMap(({ guardrail_name: name }, place) =>
    name && guardrails && !guardrails.has(name)
      ? [{ path: at("keys", place, "guardrail_name"), message: "This workspace has no such guardrail" }]
      : [],
  );
  problems.push(...channelProblems(workspace, at));
  if (workspace.include_byok_in_budgets && workspace.budgets?.length === 0)
    problems.push({ path: at("include_byok_in_budgets"), message: "requires at least one budget" });
  for (const [place, budget] of (workspace.shared_budgets ?? []).entries())
    if (budget.per_session && budget.per_external_user)
      problems.push({ path: at("shared_budgets", place, "per_session"), message: "excludes per_external_user" });
  return [...problems, ...budgetProblems(workspace, at)];
}

function channelProblems(
  { alert_rules: rules = [], alert_channels: channels }: Workspace,
  at: (...path: Path) => Path,
) {
  const known = channels && new Set(channels.map(({ type, name }) => `${type}/${name}`));
  return rules.flatMap((rule, place): Problem[] =>
    rule.channels.flatMap((name, index) =>
      !known || known.has(name)
        ? []
        : [{ path: at("alert_rules", place, "channels", index), message: "This workspace has no such alert channel" }],
    ),
  );
}

const INTERVALS = ["daily", "weekly", "monthly", "lifetime"];

/** A budget as high as one of a longer interval would never take effect. */
function budgetProblems({ budgets = [] }: Workspace, at: (...path: Path) => Path): Problem[] {
  const places = budgets.map((budget, place) => ({ ...budget, place }));
  const sorted = places.sort((a, b) => INTERVALS.indexOf(a.interval) - INTERVALS.indexOf(b.interval));
  return sorted.flatMap((budget, index) => {
    const shorter = sorted[index - 1];
    if (!shorter || shorter.interval === budget.interval || shorter.limit_usd < budget.limit_usd) return [];
    const message = `must be above the ${shorter.interval} budget, ${shorter.limit_usd}`;
    return [{ path: at("budgets", budget.place, "limit_usd"), message }];
  });
}
