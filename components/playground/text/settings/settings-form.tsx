"use client";

import { parametersFor, supports } from "#components/playground/parameters.ts";
import { RequestKey } from "#components/playground/request-key/request-key.tsx";
import { Field } from "#components/ui/forms/field.tsx";
import { Switch } from "#components/ui/forms/switch.tsx";
import { Textarea } from "#components/ui/forms/textarea.tsx";
import { useCatalogueModel, usePane, usePlayground, usePlaygroundState } from "../pane/use-playground.ts";
import { FallbackEditor } from "./fallback-editor.tsx";
import { JsonEditor } from "./json-editor.tsx";
import { ParameterControl } from "./parameter-control.tsx";
import { exampleSchema } from "./schema-text.ts";
import { ServerToolsEditor } from "./server-tools-editor.tsx";
import { defaultSettings, type Problem, problemsOf, type Settings } from "./settings.ts";
import { StopEditor } from "./stop-editor.tsx";
import { ToolChoice } from "./tool-choice.tsx";
import { exampleTools } from "./tools-text.ts";

/** All settings of a pane that its model supports. */
export function SettingsForm({ paneId }: { paneId: string }) {
  const { actions } = usePlayground();
  const model = usePane(paneId, (pane) => pane.model) ?? "";
  const settings = usePane(paneId, (pane) => pane.settings) ?? defaultSettings;
  const dialect = usePlaygroundState((state) => state.dialect);
  const supported = useCatalogueModel(model)?.supported_parameters;
  const shared = usePlaygroundState((state) => state.synced && state.panes.length > 1);
  const problems = problemsOf(settings, model, supported, dialect);
  const set = (change: Partial<Settings>) => actions.setSettings(paneId, change);
  const setValue = (id: string, value: number | string | null) => {
    const { [id]: _, ...others } = settings.values;
    set({ values: value === null ? others : { ...others, [id]: value } });
  };
  return (
    <div className="flex flex-col gap-5">
      <Field label="System prompt" hint={shared ? "The same for all panes" : undefined}>
        <Textarea
          value={settings.system}
          onChange={(event) => set({ system: event.target.value })}
          placeholder="You are a careful assistant."
        />
      </Field>
      {parametersFor(supported, dialect).map((parameter) => (
        <ParameterControl
          key={parameter.id}
          parameter={parameter}
          dialect={dialect}
          value={settings.values[parameter.id] ?? null}
          onValueChange={(value) => setValue(parameter.id, value)}
          problem={problemOf(problems, parameter.id)}
        />
      ))}
      {supports(supported, "stop") && (
        <StopEditor values={settings.stop} onChange={(stop) => set({ stop })} problem={problemOf(problems, "stop")} />
      )}
      {supports(supported, "tools") && (
        <>
          <JsonEditor
            label="Tools"
            hint="A JSON list of functions with name, description and parameters"
            value={settings.tools}
            onChange={(tools) => set({ tools })}
            example={exampleTools}
            problem={problemOf(problems, "tools")}
          />
          {settings.tools.trim() !== "" && supports(supported, "tool_choice") && (
            <ToolChoice value={settings.toolChoice} onChange={(toolChoice) => set({ toolChoice })} />
          )}
        </>
      )}
      {supports(supported, "tools") && <ServerToolsEditor chosen={settings} onChange={set} />}
      {supports(supported, "structured_outputs", "response_format") && (
        <JsonEditor
          label="Structured output"
          hint="A JSON schema that the response must match"
          value={settings.schema}
          onChange={(schema) => set({ schema })}
          example={exampleSchema}
          problem={problemOf(problems, "schema")}
        />
      )}
      <FallbackEditor
        values={settings.fallbacks}
        onChange={(fallbacks) => set({ fallbacks })}
        problem={problemOf(problems, "fallbacks")}
      />
      <Switch
        checked={settings.stream}
        onCheckedChange={(stream) => set({ stream })}
        label="Stream"
        hint="Off: the response arrives all at once."
      />
      <RequestKey />
    </div>
  );
}

function problemOf(problems: readonly Problem[], field: string): string | undefined {
  return problems.find((problem) => problem.field === field)?.message;
}
