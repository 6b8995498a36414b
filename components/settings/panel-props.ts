import type { ContractForm } from "#components/ui/forms/use-contract-form.ts";
import type { SettingsDraft } from "./settings-draft.ts";

/** Props of every panel of the form. */
export type PanelProps = {
  form: ContractForm<SettingsDraft>;
  draft: SettingsDraft;
  set: (change: Partial<SettingsDraft>) => void;
  problems: Record<string, string>;
};
