"use client";

import { useQuery } from "@tanstack/react-query";
import { NameList } from "#components/ui/forms/name-list.tsx";
import { Switch } from "#components/ui/forms/switch.tsx";
import { query } from "#lib/api/query.ts";
import { listModels } from "#lib/contract/models.ts";
import { listProviders } from "#lib/contract/providers.ts";
import { RESTRICTABLE_TOOLS } from "#lib/contract/server-tools.ts";
import { formatCount } from "#lib/format.ts";
import { RETENTION_GROUPS } from "../guardrail-labels.ts";
import { problemAt, useEditor } from "./editor-context.ts";
import type { GuardrailFields } from "./guardrail-fields.ts";

/** The models, providers and tools requests may use, and the providers that must not store data. */
export function RoutingSection() {
  const { draft, set, issues } = useEditor();
  const models = useQuery(query(listModels, { query: { output_modalities: "all", limit: 1000 } })).data;
  const providers = useQuery(query(listProviders)).data?.data;
  const modelOptions = (models?.data ?? []).map(({ id, name }) => ({ value: id, label: id, keywords: [name] }));
  const providerOptions = (providers ?? []).map(({ slug, name }) => ({ value: slug, label: slug, hint: name }));
  const list = (field: `${"allowed" | "ignored"}_${"models" | "providers" | "tools"}`) => ({
    values: draft[field] ?? [],
    onValuesChange: (names: string[]) => set({ [field]: names }),
    problem: problemAt(issues, field),
  });
  return (
    <div className="flex max-w-220 flex-col gap-8">
      <section aria-labelledby="models-heading" className="flex flex-col gap-3">
        <Heading id="models-heading" title="Models">
          {models && <AllowedCount draft={draft} models={models.data} total={models.total_count} />}
        </Heading>
        <div className="grid gap-4 sm:grid-cols-2">
          <NameList
            label="Allowed models"
            hint="Leave empty to allow every model"
            noun="model"
            options={modelOptions}
            {...list("allowed_models")}
          />
          <NameList
            label="Excluded models"
            hint="Never used, even if allowed"
            noun="model"
            options={modelOptions}
            {...list("ignored_models")}
          />
        </div>
      </section>
      <section aria-labelledby="providers-heading" className="flex flex-col gap-3">
        <Heading id="providers-heading" title="Providers" />
        <div className="grid gap-4 sm:grid-cols-2">
          <NameList
            label="Allowed providers"
            hint="Leave empty to allow every provider"
            noun="provider"
            options={providerOptions}
            {...list("allowed_providers")}
          />
          <NameList
            label="Excluded providers"
            hint="Never used, even if allowed"
            noun="provider"
            options={providerOptions}
            {...list("ignored_providers")}
          />
        </div>
      </section>
      <section aria-labelledby="tools-heading" className="flex flex-col gap-3">
        <Heading id="tools-heading" title="Tools">
          Tools that the gateway or a provider runs. Enter server/tool for one tool of an MCP server, and function:name
          for tools that the caller runs, such as a coding agent's: function:mcp__github__*.
        </Heading>
        <div className="grid gap-4 sm:grid-cols-2">
          <NameList
            label="Allowed tools"
            hint="Leave empty to allow every tool"
            noun="tool"
            options={TOOL_OPTIONS}
            {...list("allowed_tools")}
          />
          <NameList
            label="Excluded tools"
            hint="Never run, even if allowed"
            noun="tool"
            options={TOOL_OPTIONS}
            {...list("ignored_tools")}
          />
        </div>
      </section>
      <section aria-labelledby="regions-heading" className="flex flex-col gap-3">
        <Heading id="regions-heading" title="Data regions">
          If you turn a region on, providers must process prompts and responses in one of these regions. Providers whose
          region is unknown are then excluded.
        </Heading>
        <div className="flex max-w-96 flex-col gap-3">
          {REGIONS.map(({ region, label }) => (
            <Switch
              key={region}
              label={label}
              checked={draft.allowed_data_regions?.includes(region) === true}
              onCheckedChange={(on) => {
                const others = (draft.allowed_data_regions ?? []).filter((one) => one !== region);
                set({ allowed_data_regions: on ? [...others, region] : others });
              }}
            />
          ))}
        </div>
      </section>
      <section aria-labelledby="retention-heading" className="flex flex-col gap-3">
        <Heading id="retention-heading" title="Zero data retention">
          Requests go only to endpoints that store neither prompts nor responses. If there is none, the request is
          rejected.
        </Heading>
        <div className="flex max-w-96 flex-col gap-3">
          {RETENTION_GROUPS.map(({ field, name }) => (
            <Switch
              key={field}
              label={name}
              checked={draft[field] === true}
              onCheckedChange={(on) => set({ [field]: on })}
            />
          ))}
        </div>
      </section>
    </div>
  );
}

const REGIONS = [
  { region: "europe", label: "Europe" },
  { region: "us", label: "United States" },
] as const;

const TOOL_OPTIONS = RESTRICTABLE_TOOLS.map((name) => ({ value: name, label: name }));

type HeadingProps = { id: string; title: string; children?: React.ReactNode };

function Heading({ id, title, children }: HeadingProps) {
  return (
    <div>
      <h2 id={id} className="font-medium text-base">
        {title}
      </h2>
      {children && <p className="max-w-[75ch] text-muted text-sm">{children}</p>}
    </div>
  );
}

type AllowedCountProps = {
  draft: GuardrailFields;
  models: readonly { id: string; canonical_slug: string; providers: readonly string[] }[];
  total: number;
};

/** How many models and providers the draft allows; retention is not considered. */
function AllowedCount({ draft, models, total }: AllowedCountProps) {
  const has = (names: readonly string[] | null, ...slugs: string[]) =>
    names?.some((name) => slugs.includes(name.toLowerCase())) ?? false;
  const left = models.filter(({ id, canonical_slug: slug, providers }) => {
    const allowed = !draft.allowed_models?.length || has(draft.allowed_models, id, slug);
    const served = providers.some(
      (provider) =>
        (!draft.allowed_providers?.length || has(draft.allowed_providers, provider)) &&
        !has(draft.ignored_providers, provider),
    );
    return allowed && served && !has(draft.ignored_models, id, slug);
  });
  return (
    <span role="status" className={left.length === 0 ? "text-bad" : undefined}>
      {formatCount(left.length)} of {formatCount(total)} models in the catalogue can be used
      {left.length === 0 && ", so every request is rejected"}.
    </span>
  );
}
