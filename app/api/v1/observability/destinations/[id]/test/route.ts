import { handle } from "#server/http/handle.ts";
import { testDestination } from "#server/operations/destinations/test-destination.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(testDestination);
