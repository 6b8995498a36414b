import { updateMember } from "#server/operations/members/update-member.ts";
import { createPresetFromChat } from "#server/operations/presets/create-preset-from-chat.ts";
import { deletePreset } from "#server/operations/presets/delete-preset.ts";
import type { Fields } from "../document/defaults.ts";
import { changedIn, idOf, perform, type Step } from "./applying.ts";

export const changeMember: Step = async (applying, difference) => {
  const body = changedIn(difference, ["role"]);
  await perform(applying, updateMember, { params: { user_id: idOf(applying, difference) }, body });
};

export const changePreset: Step = async (applying, { resource, workspace, name }) => {
  const { config, system_prompt: prompt } = resource.fields;
  const messages = prompt ? [{ role: "system", content: prompt }] : undefined;
  const body = { ...(config as Fields), ...(messages && { messages }) };
  await perform(applying, createPresetFromChat, { params: { slug: name }, body, workspace });
};

export const removePreset: Step = async (applying, { workspace, name }) => {
  await perform(applying, deletePreset, { params: { slug: name }, workspace });
};
