import { after, before } from "../scan.ts";

const saidBefore =
  /(?<![\w.@-])(?:tests?|testing|samples?|examples?|dummy|placeholders?|fake|fictional|mock|sandbox|demo|e\.g\.|such as|documentation|docs|rfc|beispiel\w*|exemple|ejemplo|esempio|exemplo|voorbeeld)\b[^\n]{0,28}$/;
const saidAfter =
  /^[^\p{L}\n]{0,3}(?:\p{L}+ ){0,2}(?:always (?:succeeds|fails|declines)|(?:test|sample|example|dummy|placeholder|reserved|documentation)\b|in (?:rfc|the (?:docs|documentation|manual|examples?))\b|stands? for\b|(?:is|are|was) (?:\p{L}+['’]s )?(?:an? |the )?(?:test|sample|example|dummy|placeholder|reserved|fake))/u;

/** Returns whether the words around a value say that it is an example, which identifies nobody. */
export function isDocumented(text: string, start: number, end: number): boolean {
  return saidBefore.test(before(text, start, 44)) || saidAfter.test(after(text, end, 40));
}
