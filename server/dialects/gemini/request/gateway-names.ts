import { GATEWAY_FIELDS } from "#server/dialects/gateway-fields.ts";

/** The gateway's own fields, which every dialect has. */
export const GATEWAY = [...GATEWAY_FIELDS, "user", "preset"];
