import { getHealth as endpoint } from "#lib/contract/system.ts";
import { operation } from "#server/http/operation.ts";
import { readinessResponse } from "./condition.ts";

export const getHealth = operation(endpoint)(readinessResponse);
