import { address } from "./address/address.ts";
import { normalizing } from "./normalize/normalizing.ts";
import { personName } from "./person-name/person-name.ts";
import { creditCard } from "./personal-data/credit-card.ts";
import { email } from "./personal-data/email.ts";
import { ipAddress } from "./personal-data/ip-address.ts";
import { ssn } from "./personal-data/ssn.ts";
import { phone } from "./phone/phone.ts";
import { promptInjection } from "./prompt-injection/prompt-injection.ts";
import type { Filter } from "./rule.ts";

/** Prompt injection normalizes disguised text itself; the other filters share one normalization. */
const filters = [
  promptInjection,
  normalizing(email, "words"),
  normalizing(ipAddress, "numbers"),
  ...[phone, ssn, creditCard, personName, address].map((filter) => normalizing(filter)),
];

/** The built-in filters by slug. */
export const builtins: ReadonlyMap<string, Filter> = new Map(filters.map((filter) => [filter.slug, filter]));
