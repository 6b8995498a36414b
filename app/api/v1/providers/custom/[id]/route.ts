import { handle } from "#server/http/handle.ts";
import { deleteCustomProvider } from "#server/operations/custom-providers/delete-custom-provider.ts";
import { getCustomProvider } from "#server/operations/custom-providers/get-custom-provider.ts";
import { updateCustomProvider } from "#server/operations/custom-providers/update-custom-provider.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(getCustomProvider, updateCustomProvider, deleteCustomProvider);
