import { getLiveness as endpoint } from "#lib/contract/system.ts";
import { operation } from "#server/http/operation.ts";
import { readCondition } from "./condition.ts";

export const getLiveness = operation(endpoint)(readCondition);
