"use client";

import { Panel } from "#components/ui/display/panel.tsx";
import { Checkbox } from "#components/ui/forms/checkbox.tsx";
import { Field } from "#components/ui/forms/field.tsx";
import { Select } from "#components/ui/forms/select.tsx";
import { SEARCH_ENGINES } from "#lib/contract/server-tools.ts";
import type { PanelProps } from "./panel-props.ts";
import type { DefaultPlugin } from "./settings-draft.ts";

const PLUGINS = [
  { id: "web", label: "Web search", hint: "Searches the web before the model answers." },
  { id: "web-fetch", label: "Web fetch", hint: "Lets the model read web pages." },
  { id: "file-parser", label: "File parser", hint: "Sends PDF and office files as text." },
  {
    id: "response-healing",
    label: "Response healing",
    hint: "Repairs broken JSON in responses that are not streamed.",
  },
  {
    id: "context-compression",
    label: "Context compression",
    hint: "Drops turns from the middle of conversations that are too long.",
  },
  { id: "moderation", label: "Moderation", hint: "Rejects requests that OpenAI's moderation model flags." },
  { id: "auto-router", label: "Auto router", hint: "Limits which models switchboard/auto chooses." },
] as const;

const UNSET = "";
const ENGINES = [
  { value: UNSET, label: "Automatic" },
  { value: "native", label: "The provider's own" },
  ...SEARCH_ENGINES.map((name) => ({ value: name, label: name })),
];
const RESULTS = [
  { value: UNSET, label: "Default (5)" },
  ...["1", "3", "5", "10"].map((count) => ({ value: count, label: count })),
];
const TIERS = [
  { value: UNSET, label: "Any" },
  ...["low", "medium", "high", "xhigh", "max"].map((tier) => ({ value: tier, label: tier })),
];

/** The workspace's default plugins. Settings that only the API has are left unchanged. */
export function PluginsPanel({ draft, set, problems }: PanelProps) {
  const plugins = draft.default_plugins ?? [];
  const pluginOf = (id: string) => plugins.find((plugin) => plugin.id === id);
  const isOn = (id: string) => pluginOf(id) !== undefined && pluginOf(id)?.enabled !== false;
  const put = (id: string, change: object | undefined) => {
    const others = plugins.filter((plugin) => plugin.id !== id);
    const { enabled: _, ...rest } = pluginOf(id) ?? { id };
    const changed = Object.entries({ ...rest, ...change }).filter(([, value]) => value !== undefined);
    const wanted = change ? [...others, { ...Object.fromEntries(changed), id } as DefaultPlugin] : others;
    const inOrder = wanted.toSorted((a, b) => placeOf(a.id) - placeOf(b.id));
    set({ default_plugins: inOrder.length > 0 ? inOrder : null });
  };
  const setting = (id: string, name: string) => {
    const value = (pluginOf(id) as Record<string, unknown> | undefined)?.[name];
    return value === undefined ? UNSET : String(value);
  };
  return (
    <div id="plugins">
      <Panel title="Plugins" description="For text requests that do not configure the plugin themselves">
        <div className="flex flex-col gap-4">
          {PLUGINS.map(({ id, label, hint }) => (
            <div key={id} className="flex flex-col gap-3">
              <Checkbox
                checked={isOn(id)}
                onCheckedChange={(checked) => put(id, checked ? {} : undefined)}
                label={label}
                hint={hint}
              />
              {id === "web" && isOn(id) && (
                <div className="ml-6 grid gap-4 border-l pl-4 sm:grid-cols-2">
                  <Field label="Search engine" error={problems.default_plugins}>
                    <Select
                      options={ENGINES}
                      value={setting(id, "engine").replace("auto", UNSET)}
                      onValueChange={(engine) => put(id, { engine: engine || undefined })}
                    />
                  </Field>
                  <Field label="Results">
                    <Select
                      options={withCurrent(RESULTS, setting(id, "max_results"))}
                      value={setting(id, "max_results")}
                      onValueChange={(count) => put(id, { max_results: count ? Number(count) : undefined })}
                    />
                  </Field>
                </div>
              )}
              {id === "auto-router" && isOn(id) && (
                <div className="ml-6 grid gap-4 border-l pl-4 sm:grid-cols-2">
                  <Field label="Cost tier">
                    <Select
                      options={TIERS}
                      value={setting(id, "cost_tier")}
                      onValueChange={(tier) => put(id, { cost_tier: tier || undefined })}
                    />
                  </Field>
                </div>
              )}
            </div>
          ))}
        </div>
      </Panel>
    </div>
  );
}

/** Plugins that have no row come last. */
function placeOf(id: string): number {
  const place = PLUGINS.findIndex((plugin) => plugin.id === id);
  return place === -1 ? PLUGINS.length : place;
}

function withCurrent(options: readonly { value: string; label: string }[], current: string) {
  return options.some(({ value }) => value === current) ? options : [...options, { value: current, label: current }];
}
