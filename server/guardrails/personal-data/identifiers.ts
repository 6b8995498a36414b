import { numbersThing } from "./numbered-things.ts";

/** Matches a word for a thing and a word for its number: "case no. ", "customer number: ", "student ID ". */
const label =
  /(?:^|[^a-z])([a-z]{2,16})[ _-](?:no|nos|number|numbers|num|nr|id|ids|ref|reference|code)\.?(?: (?:is|was|are))?[^a-z\d\n]{0,3}$/;

const ofTelephones = new Set(
  "phone telephone tel mobile cell cellphone cellular contact fax whatsapp signal viber home work office desk direct daytime evening day night emergency landline callback toll free freephone hotline helpline support service switchboard reception business local private personal main my your his her our their its the this that new old other same right wrong correct current best which another alternate alternative backup secondary primary real full us uk el il le la mi tu su call calling dial ring text reach on at mom mum dad".split(
    " ",
  ),
);

/**
 * Returns whether the words at the end of `near`, in lower case, make the digits after them the number of a thing that
 * is not a telephone.
 */
export function labelsIdentifier(near: string): boolean {
  const word = label.exec(near)?.[1];
  return (word !== undefined && !ofTelephones.has(word)) || numbersThing(near);
}
