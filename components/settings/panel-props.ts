import type { SettingsDraft } from "./settings-draft.ts";

/** What every panel of the form gets. */
export type PanelProps = {
  draft: SettingsDraft;
  set: (change: Partial<SettingsDraft>) => void;
  problems: Record<string, string>;
};
