import { address } from "./address/address.ts";
import { creditCard } from "./credit-card.ts";
import { email } from "./email.ts";
import { ipAddress } from "./ip-address.ts";
import { personName } from "./person-name/person-name.ts";
import { phone } from "./phone/phone.ts";
import { promptInjection } from "./prompt-injection/prompt-injection.ts";
import type { Filter } from "./rule.ts";
import { ssn } from "./ssn.ts";

/** The builtin filters by their slug. */
export const builtins: ReadonlyMap<string, Filter> = new Map(
  [promptInjection, email, phone, ssn, creditCard, ipAddress, personName, address].map((filter) => [
    filter.slug,
    filter,
  ]),
);
