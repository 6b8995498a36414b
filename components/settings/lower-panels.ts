import { lazyLayer } from "#components/ui/overlays/lazy-layer.tsx";

// The panels below the first screen of a workspace's settings.
export const plugins = lazyLayer(() => import("./plugins-panel.tsx").then(({ PluginsPanel }) => PluginsPanel));
export const logging = lazyLayer(() => import("./logging-panel.tsx").then(({ LoggingPanel }) => LoggingPanel));
export const restrictions = lazyLayer(() =>
  import("./restrictions-panel.tsx").then(({ RestrictionsPanel }) => RestrictionsPanel),
);
export const budgets = lazyLayer(() => import("./budgets-panel.tsx").then(({ BudgetsPanel }) => BudgetsPanel));
export const webhooks = lazyLayer(() => import("./webhook/webhook-panel.tsx").then(({ WebhookPanel }) => WebhookPanel));
export const presets = lazyLayer(() => import("./presets-panel.tsx").then(({ PresetsPanel }) => PresetsPanel));

/** Loads them all. */
export function loadLowerPanels(): Promise<unknown> {
  return Promise.all([plugins, logging, restrictions, budgets, webhooks, presets].map(({ load }) => load()));
}
