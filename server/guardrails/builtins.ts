import { address } from "./address/address.ts";
import { normalizeFilter } from "./normalize/normalize-filter.ts";
import { personName } from "./person-name/person-name.ts";
import { creditCard } from "./personal-data/credit-card.ts";
import { email } from "./personal-data/email.ts";
import { ipAddress } from "./personal-data/ip-address.ts";
import { ssn } from "./personal-data/ssn.ts";
import { phone } from "./phone/phone.ts";
import { promptInjection } from "./prompt-injection/prompt-injection.ts";
import type { Filter } from "./rule.ts";
import { secrets } from "./secrets/secrets.ts";

/** Prompt injection normalizes disguised text itself; the other filters share one normalization. */
const filters = [
  promptInjection,
  normalizeFilter(email, "words"),
  normalizeFilter(ipAddress, "numbers"),
  ...[phone, ssn, creditCard, personName, address, secrets].map((filter) => normalizeFilter(filter)),
];

/** The built-in filters by slug. */
export const builtins: ReadonlyMap<string, Filter> = new Map(filters.map((filter) => [filter.slug, filter]));
