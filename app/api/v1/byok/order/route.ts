import { handle } from "#server/http/handle.ts";
import { orderCredentials } from "#server/operations/byok/order-credentials.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(orderCredentials);
