import { handle } from "#server/http/handle.ts";
import { createCustomProvider } from "#server/operations/custom-providers/create-custom-provider.ts";
import { listCustomProviders } from "#server/operations/custom-providers/list-custom-providers.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(createCustomProvider, listCustomProviders);
