import { handle } from "#server/http/handle.ts";
import { testNewCustomProvider } from "#server/operations/custom-providers/test-new-custom-provider.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(testNewCustomProvider);
