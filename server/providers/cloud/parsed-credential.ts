import { LRUCache } from "lru-cache";
import { type Block, block, tryParse } from "../exchange/json.ts";

const parsed = new LRUCache<string, Block>({ max: 1_000 });

/** Returns the fields of a structured credential; cached, because planning reads it for each candidate. */
export function parseCredential<Fields extends object>(credential: string): Partial<Fields> {
  let fields = parsed.get(credential);
  if (!fields) {
    fields = block(tryParse(credential));
    parsed.set(credential, fields);
  }
  return fields as Partial<Fields>;
}
