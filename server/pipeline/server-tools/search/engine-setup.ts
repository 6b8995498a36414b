import { findUrlProblem, KEY, NO_KEY } from "#server/env.ts";
import { searchEngines } from "#server/providers/search/engines.ts";
import type { SearchEngine } from "#server/providers/search/search-engine.ts";

/** A search engine with the address and key that this installation uses. */
export type EngineSetup = { engine: SearchEngine; baseUrl: string; credential: string };

/** By engine id, in the order in which one is chosen. */
export type EngineSetups = ReadonlyMap<string, EngineSetup>;

/**
 * Reads each engine's key and address from the environment. An engine that needs no key counts if its address is set.
 * Throws an error with a readable message for an unusable address or key.
 */
export function readEngineSetups(variables: Readonly<Record<string, string>>): EngineSetups {
  return new Map(
    searchEngines.flatMap((engine): [string, EngineSetup][] => {
      const { id, keyVariable, baseUrlVariable, baseUrl: usual } = engine;
      const address = variables[baseUrlVariable];
      const fault = address && findUrlProblem(address);
      if (fault) throw new Error(`The environment variable ${baseUrlVariable} is invalid: ${fault}.`);
      const baseUrl = (address ?? usual)?.replace(/\/+$/, "");
      const credential = keyVariable ? variables[keyVariable] : "";
      if (baseUrl === undefined || credential === undefined) return [];
      if (credential && !KEY.test(credential)) {
        throw new Error(`The environment variable ${keyVariable} is invalid: ${NO_KEY}.`);
      }
      return [[id, { engine, baseUrl, credential }]];
    }),
  );
}
