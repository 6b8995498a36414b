import { HIGHEST_IN_POOL, POOL_STRATEGIES, type PoolStrategy } from "#lib/contract/pool-strategies.ts";
import type { Provider } from "#server/providers/provider.ts";
import { newCredentialLoad } from "./credential-load.ts";
import type { PoolMember } from "./pool-member.ts";

/** One of several system credentials of a provider. */
export type NumberedCredential = { credential: string; member: PoolMember };

type Variables = Readonly<Record<string, string>>;

/** Most calls differ in length, so the number in flight says more than the number sent. */
const DEFAULT_STRATEGY: PoolStrategy = "least_loaded";

/**
 * Returns the numbers of a provider's keys in the environment, in order: `OPENAI_API_KEY` is 1, `OPENAI_API_KEY_2` is
 * 2. Numbers may be missing, so that one key can be removed without renaming the others. `names`: the variables of a
 * key. Throws a message for the operator if a number could never be read.
 */
export function keyNumbers(names: readonly string[], variables: Variables): number[] {
  const numbers = new Set<number>();
  for (const variable of Object.keys(variables)) {
    const [, name = "", digits = ""] = /^(.+?)(?:_(\d+))?$/.exec(variable) ?? [];
    if (!names.includes(name)) continue;
    if (digits !== "" && !/^([2-9]|[1-9]\d{1,2})$/.test(digits))
      throw new Error(`The environment variable ${variable} is invalid: further keys are numbered from 2 to 999.`);
    numbers.add(digits === "" ? 1 : Number(digits));
  }
  return [...numbers].sort((a, b) => a - b);
}

/** Returns the variables of the key with this number: its own, and those without a number for what it does not set. */
export function variablesOfKey(names: readonly string[], number: number, variables: Variables): Variables {
  const own = names.flatMap((name) => {
    const value = variables[numberedName(name, number)];
    return value === undefined ? [] : [[name, value] as const];
  });
  return { ...variables, ...Object.fromEntries(own) };
}

/** Returns the name of a variable of a numbered key. */
export function numberedName(name: string, number: number): string {
  return number === 1 ? name : `${name}_${number}`;
}

/**
 * Returns the pool members of a provider's keys, with the strategy, weights and tiers that the environment sets. Throws
 * a message for the operator if one of them is invalid.
 */
export function systemMembers(
  provider: Pick<Provider, "baseUrlVariable">,
  keys: readonly { id: string; name: string }[],
  variables: Variables,
): PoolMember[] {
  const prefix = provider.baseUrlVariable.replace(/_BASE_URL$/, "");
  const strategy = strategyIn(`${prefix}_KEY_STRATEGY`, variables);
  const weights = numbersIn(`${prefix}_KEY_WEIGHTS`, keys.length, variables);
  const tiers = numbersIn(`${prefix}_KEY_TIERS`, keys.length, variables);
  return keys.map(({ id, name }, index) => ({
    id,
    name,
    weight: weights?.[index] ?? 1,
    tier: tiers?.[index] ?? 1,
    strategy,
    rank: 0,
    load: newCredentialLoad(),
  }));
}

function strategyIn(name: string, variables: Variables): PoolStrategy {
  const text = variables[name] ?? DEFAULT_STRATEGY;
  const strategy = POOL_STRATEGIES.find((one) => one === text);
  if (strategy) return strategy;
  throw new Error(`The environment variable ${name} is invalid: it must be one of ${POOL_STRATEGIES.join(", ")}.`);
}

function numbersIn(name: string, count: number, variables: Variables): number[] | undefined {
  const text = variables[name];
  if (text === undefined) return undefined;
  const parts = text.split(",").map((part) => part.trim());
  const numbers = parts.map(Number);
  const areValid = numbers.every(
    (number, index) => /^\d{1,4}$/.test(parts[index] ?? "") && number >= 1 && number <= HIGHEST_IN_POOL,
  );
  if (areValid && numbers.length === count) return numbers;
  const rule = `it must have one whole number from 1 to ${HIGHEST_IN_POOL} for each of the ${count} keys, separated by commas`;
  throw new Error(`The environment variable ${name} is invalid: ${rule}.`);
}
