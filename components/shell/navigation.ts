import {
  Activity,
  BellRing,
  BookText,
  Boxes,
  Cable,
  ChartLine,
  ChartNoAxesColumn,
  Clapperboard,
  Coins,
  Files,
  Gauge,
  History,
  KeyRound,
  Layers,
  type LucideIcon,
  Plug,
  ReceiptText,
  Scale,
  ScrollText,
  Send,
  Settings,
  ShieldCheck,
  ShieldUser,
  Signpost,
  SlidersHorizontal,
  Split,
  SquareTerminal,
  Tag,
  UserCog,
  Users,
  Wallet,
} from "lucide-react";
import type { RoleAccess } from "#lib/contract/endpoint.ts";
import { mayCall, type Role } from "#lib/roles.ts";

export type NavigationGroup = "Build" | "Observe" | "Control" | "Organization";

export type NavigationEntry = {
  group: NavigationGroup;
  label: string;
  /** Relative to the workspace if it starts without a slash ("keys"; "" is its home), otherwise from the root. */
  path: string;
  icon: LucideIcon;
  /** The letter after `g` that jumps here. */
  jump?: string;
  /**
   * The endpoint that the page reads first: roles without access do not see the page. Its roles are repeated here, so
   * that no page loads the contract of all others.
   */
  reads?: { id: string; roles: RoleAccess };
};

/** Every page of the console, in the order of the sidebar. A new page is one line here. */
export const navigation: readonly NavigationEntry[] = [
  { group: "Build", label: "Playground", path: "playground", icon: SquareTerminal, jump: "p" },
  { group: "Build", label: "Models", path: "models", icon: Layers, jump: "m" },
  {
    group: "Build",
    label: "Model aliases",
    path: "aliases",
    icon: Signpost,
    jump: "v",
    reads: { id: "listModelAliases", roles: "administrators" },
  },
  { group: "Build", label: "API reference", path: "/docs", icon: BookText, jump: "d" },
  { group: "Observe", label: "Overview", path: "", icon: ChartNoAxesColumn, jump: "o" },
  { group: "Observe", label: "Logs", path: "logs", icon: ScrollText, jump: "l" },
  {
    group: "Observe",
    label: "Alerts",
    path: "alerts",
    icon: BellRing,
    jump: "n",
    reads: { id: "listAlerts", roles: "administrators" },
  },
  { group: "Observe", label: "Activity", path: "activity", icon: ChartLine, jump: "a" },
  { group: "Observe", label: "What-if", path: "what-if", icon: Split, jump: "i" },
  { group: "Observe", label: "Jobs", path: "jobs", icon: Clapperboard, jump: "j" },
  {
    group: "Observe",
    label: "Destinations",
    path: "destinations",
    icon: Send,
    jump: "e",
    reads: { id: "listDestinations", roles: "administrators" },
  },
  { group: "Control", label: "Keys", path: "keys", icon: KeyRound, jump: "k" },
  {
    group: "Control",
    label: "Guardrails",
    path: "guardrails",
    icon: ShieldCheck,
    jump: "g",
    reads: { id: "listGuardrails", roles: "administrators" },
  },
  {
    group: "Control",
    label: "Provider keys",
    path: "byok",
    icon: Plug,
    jump: "b",
    reads: { id: "listCredentials", roles: "administrators" },
  },
  {
    group: "Control",
    label: "MCP servers",
    path: "mcp",
    icon: Cable,
    jump: "t",
    reads: { id: "listMcpServers", roles: "administrators" },
  },
  { group: "Control", label: "Budgets", path: "budgets", icon: Wallet, jump: "y" },
  {
    group: "Control",
    label: "Rate limits",
    path: "rate-limits",
    icon: Gauge,
    jump: "r",
    reads: { id: "listRateLimits", roles: "administrators" },
  },
  { group: "Control", label: "Files", path: "files", icon: Files, jump: "f" },
  { group: "Control", label: "Settings", path: "settings", icon: SlidersHorizontal, jump: "s" },
  { group: "Organization", label: "Workspaces", path: "/org/workspaces", icon: Boxes, jump: "w" },
  { group: "Organization", label: "Members", path: "/org/members", icon: Users, jump: "u" },
  {
    group: "Organization",
    label: "Provisioning",
    path: "/org/provisioning",
    icon: UserCog,
    reads: { id: "listScimTokens", roles: "administrators" },
  },
  {
    group: "Organization",
    label: "Management keys",
    path: "/org/management-keys",
    icon: ShieldUser,
    reads: { id: "listMembers", roles: "administrators" },
  },
  {
    group: "Organization",
    label: "Audit log",
    path: "/org/audit",
    icon: History,
    reads: { id: "listAudit", roles: "administrators" },
  },
  {
    group: "Organization",
    label: "System",
    path: "/org/system",
    icon: Activity,
    reads: { id: "getSystem", roles: "administrators" },
  },
  {
    group: "Organization",
    label: "Organization settings",
    path: "/org/settings",
    icon: Settings,
    reads: { id: "getSingleSignOn", roles: "administrators" },
  },
  {
    group: "Organization",
    label: "Credits",
    path: "/org/credits",
    icon: Coins,
    jump: "c",
    reads: { id: "getCredits", roles: "administrators" },
  },
  {
    group: "Organization",
    label: "Prices",
    path: "/org/prices",
    icon: Tag,
    reads: { id: "listPriceRefreshes", roles: "administrators" },
  },
  {
    group: "Organization",
    label: "Chargeback",
    path: "/org/chargeback",
    icon: ReceiptText,
    reads: { id: "getChargeback", roles: "own" },
  },
  {
    group: "Organization",
    label: "Reconciliation",
    path: "/org/reconciliation",
    icon: Scale,
    reads: { id: "reconcileInvoice", roles: "administrators" },
  },
];

/** Returns the pages that a role can use. */
export function navigationFor(role: string): readonly NavigationEntry[] {
  return navigation.filter(({ reads }) => !reads || mayCall(role as Role, reads));
}

/** The address of an entry inside a workspace. */
export function hrefOf(entry: NavigationEntry, workspaceSlug: string): string {
  if (entry.path.startsWith("/")) return entry.path;
  return entry.path === "" ? `/w/${workspaceSlug}` : `/w/${workspaceSlug}/${entry.path}`;
}

/**
 * Returns the address of the same page in another workspace: the list, if the page shows a record of this one, or the
 * workspace's home, if the page belongs to none.
 */
export function pathIn(workspaceSlug: string, pathname: string): string {
  const [root, , page, part] = pathname.split("/").filter(Boolean);
  if (root !== "w" || !page) return `/w/${workspaceSlug}`;
  const kept = page === "playground" && part ? `${page}/${part}` : page;
  return `/w/${workspaceSlug}/${kept}`;
}

/** Returns the entry of a pathname: the longest address that it starts with. */
export function entryOf(pathname: string, workspaceSlug: string): NavigationEntry | undefined {
  const matches = navigation.filter((entry) => {
    const href = hrefOf(entry, workspaceSlug);
    return pathname === href || (entry.path !== "" && pathname.startsWith(`${href}/`));
  });
  return matches.toSorted((a, b) => b.path.length - a.path.length)[0];
}
