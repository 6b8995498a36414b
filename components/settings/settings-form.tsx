"use client";

import { useId } from "react";
import { Form } from "#components/ui/forms/form.tsx";
import { LowerPart } from "#components/ui/overlays/lower-part.tsx";
import { DefaultsPanel } from "./defaults-panel.tsx";
import { GeneralPanel } from "./general-panel.tsx";
import { logging, plugins, restrictions } from "./lower-panels.ts";
import { PanelPlaceholder } from "./panel-placeholder.tsx";
import { SaveBar } from "./save-bar.tsx";
import type { Workspace } from "./settings-draft.ts";
import { useSettingsForm } from "./use-settings-form.ts";

type SettingsFormProps = { workspace: Workspace; readOnly: boolean };

/** The settings of a workspace that are saved together. The bar remains visible next to the panels that follow. */
export function SettingsForm({ workspace, readOnly }: SettingsFormProps) {
  const id = useId();
  const { count, discard, ...panel } = useSettingsForm(workspace, readOnly);
  const { form } = panel;
  return (
    <>
      <Form form={form} id={id}>
        <fieldset disabled={readOnly} className="flex min-w-0 flex-col gap-6">
          <GeneralPanel {...panel} slugBefore={workspace.slug} />
          <DefaultsPanel {...panel} />
          <LowerPart part={plugins} props={panel} placeholder={<PanelPlaceholder id="plugins" height="h-64" />} />
          <LowerPart
            part={logging}
            props={{ ...panel, workspace, readOnly }}
            placeholder={<PanelPlaceholder id="logging" height="h-80" />}
          />
          <LowerPart
            part={restrictions}
            props={panel}
            placeholder={<PanelPlaceholder id="restrictions" height="h-48" />}
          />
        </fieldset>
      </Form>
      {count > 0 && (
        <SaveBar form={id} count={count} problem={form.problem} pending={form.isPending} onDiscard={discard} />
      )}
    </>
  );
}
