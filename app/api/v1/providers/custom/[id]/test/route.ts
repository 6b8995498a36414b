import { handle } from "#server/http/handle.ts";
import { testCustomProvider } from "#server/operations/custom-providers/test-custom-provider.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(testCustomProvider);
