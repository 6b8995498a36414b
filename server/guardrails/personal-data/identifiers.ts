import { numbersThing } from "./numbered-things.ts";

/** "case no. ", "customer number: ", "student ID ": a word and what says that the digits after it are its number. */
const labelled =
  /(?:^|[^a-z])([a-z]{2,16})[ _-](?:no|nos|number|numbers|num|nr|id|ids|ref|reference|code)\.?(?: (?:is|was|are))?[^a-z\d\n]{0,3}$/;

const ofTelephones = new Set(
  "phone telephone tel mobile cell cellphone cellular contact fax whatsapp signal viber home work office desk direct daytime evening day night emergency landline callback toll free freephone hotline helpline support service switchboard reception business local private personal main my your his her our their its the this that new old other same right wrong correct current best which another alternate alternative backup secondary primary real full us uk el il le la mi tu su call calling dial ring text reach on at mom mum dad".split(
    " ",
  ),
);

/** Whether the words at the end of `near`, in lower case, name what the digits after them number, and that is no telephone. */
export function labelsIdentifier(near: string): boolean {
  const word = labelled.exec(near)?.[1];
  return (word !== undefined && !ofTelephones.has(word)) || numbersThing(near);
}
