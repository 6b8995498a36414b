import { call } from "#lib/api/client.ts";
import type { BodyInput, ResponseOf } from "#lib/contract/endpoint.ts";
import { assignKeys } from "#lib/contract/guardrail-assignments.ts";
import { createGuardrail, deleteGuardrail } from "#lib/contract/guardrails.ts";
import { createKey, deleteKey } from "#lib/contract/keys.ts";
import { type KeyDraft, NO_GUARDRAIL, SOME_MODELS } from "./key-draft.ts";

type Guard = Pick<KeyDraft, "guardrail" | "models">;

/**
 * Creates a key and assigns its guardrail. The key is only shown once the guardrail applies: if assigning it fails,
 * whatever was created is deleted again. Throws ApiError.
 */
export async function createGuardedKey(
  body: BodyInput<typeof createKey>,
  { guardrail, models }: Guard,
): Promise<ResponseOf<typeof createKey>> {
  const isNew = guardrail === SOME_MODELS;
  const id = isNew ? await createModelList(body, models) : guardrail;
  const removeList = () => isNew && call(deleteGuardrail, { params: { id } });
  const made = await call(createKey, { body }).catch(async (error: unknown) => {
    await removeList();
    throw error;
  });
  if (id === NO_GUARDRAIL) return made;
  const { hash } = made.data;
  await call(assignKeys, { params: { id }, body: { key_hashes: [hash] } }).catch(async (error: unknown) => {
    await call(deleteKey, { params: { hash } });
    await removeList();
    throw error;
  });
  return made;
}

async function createModelList({ name, workspace_id: workspaceId }: BodyInput<typeof createKey>, models: string[]) {
  const body = { name: `Models of ${name}`, allowed_models: models, workspace_id: workspaceId };
  const { data } = await call(createGuardrail, { body });
  return data.id;
}
