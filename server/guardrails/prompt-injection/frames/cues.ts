import { foldWord } from "../normalize.ts";

/** Which frames a sentence is read for. */
export type Group =
  | "aimed"
  | "obey"
  | "loosened"
  | "started"
  | "planted"
  | "abroad"
  | "cancel"
  | "show"
  | "free"
  | "address"
  | "foreign";

/** The words that a frame of the groups cannot do without. */
const words: [readonly Group[], string][] = [
  [
    ["cancel", "show"],
    "instructions instruction guideline guidelines guidance directive directives directions prompt prompts briefing brief programming training conditioning orders commands configuration setup mandate told taught instructed programmed configured briefed forbidden system developer developers operator operators creator creators maker makers vendor openai anthropic wrote rulebook forbid forbids",
  ],
  [
    ["cancel", "show", "free"],
    "rule rules policy policies restriction restrictions constraint constraints limits limitations safety protocols",
  ],
  [
    ["cancel", "free"],
    "limit limitation boundaries safeguard safeguards guardrail guardrails filter filters alignment protocol moderation censorship checks ethics morals scruples admin admins",
  ],
  [
    ["cancel"],
    "task tasks assignment assignments ignore disregard forget stop skip discard void prior previous earlier",
  ],
  [
    ["show"],
    "precede precedes preceding above joined conversation chat hidden initial password secret secrets passphrase codeword flag topics",
  ],
  [
    ["free"],
    "refuse refusing refusals refusal decline disclaimers moralize uncensored unfiltered unrestricted unaligned aligned jailbroken amoral unethical lawless persona role obey comply unlock hacker evil mode nothing everything anything whatever personality pwned hacked explosives napalm malware",
  ],
  [
    ["free", "address"],
    "ai ais llm llms assistant assistants chatbot chatbots bot bots copilot gemini claude gpt chatgpt summarizer agent agents",
  ],
  [["free"], "model models machine"],
  [
    ["address"],
    "language intelligence hiring user users goal mission summarizers @copilot @claude @assistant @gpt @ai @bot @agent @cursor @devin @gemini",
  ],
  [
    ["aimed"],
    "you your youre youve youll yours me my mine i im ive users us developers operators makers conversation chat session message guidance override prompt",
  ],
  [
    ["obey"],
    "opposite guidance preceded void final alone loyal loyalty allegiance obey precedence priority rulebook retired restrictions constraints filters guardrails safeguards rules policy policies guidelines aligned censored alignment refuse refuses refusing declines operators makers company commitments orders instructions final law lectures persona",
  ],
  [
    ["loosened"],
    "safety moderation ethical treat consider regard pretend imagine forget mind far preceded disregard ignore ignoring erase wipe warnings warning caution cautions caveats disclaimers hesitation sure absolutely obeyed unlocked grandmother grandma granny grandfather grandpa restrictions constraints limits filters guardrails safeguards policy guidelines rules",
  ],
  [
    ["started"],
    "text wording words exact notes message protect guard initialization said above prior preceding precedes ahead top start beginning before opens started first role behavior behaviour personality configured primed programmed prompted prompt instructions forbid forbidden system secret secrets initialization startup bootstrap guidance configuration context setup phrase",
  ],
  [
    ["planted"],
    "password passwords credentials cards codes tokens login groundbreaking excellent outstanding perfect flawless superb best brilliant amazing cheapest qualified loved approved paid genuine limitations complaints criticism negatives drawbacks competitors shortcomings hidden secret invisible attention notice bots crawlers ps ai llm llms granted authorized mail mails emails conversation chat always answer reply replies summary link url disable button env questions their approval tests return rm curl permission permissions confirmation summarizer",
  ],
  [
    ["abroad"],
    "mir mich meine meinen moi mes mis mi mie miei mim minhas meus mij mijn mnie moje mig meg mina mine beni bana меня мне мои моим dico digo digas pida regeln vorgaben anweisungen grenzen einschrankungen zensur regles consignes limites filtres contraintes reglas normas restricciones filtros censura regole istruzioni restrizioni filtri limiti regras instrucoes restricoes regels beperkingen instructies zasady instrukcje ograniczen ograniczenia правила правил инструкции ограничений ограничения указания цензуры regler instruktioner begransningar kurallar texte texto testo tekst текст tout todo tutto tudo alles precedentes precedentes instrucciones",
  ],
  [
    ["foreign"],
    "regeln regel anweisungen anweisung richtlinien vorgaben aufgabe aufgaben nachricht gesprach einschrankungen einschrankung filter befehle ki systems systemprompt instruktionen entwickler grenzen zensur instrucciones indicaciones ordenes reglas normas creadores restricciones filtros censura tareas conversacion limites regles consignes consigne instructions restrictions createur createurs taches filtres contraintes regole istruzioni restrizioni filtri creatori compiti limiti regras instrucoes orientacoes restricoes conversa tarefas diretrizes desenvolvedor regels instructies beperkingen opdrachten richtlijnen zasad zasady polecenia polecen ograniczen instrukcje instrukcji regul правила правил правилах инструкции инструкций ограничений ограничения разговора задачи указания фильтров промпт prompten ограничения цензуры normas",
  ],
];

const groups = new Map<string, readonly Group[]>();
for (const [named, list] of words)
  for (const word of foldWord(list).split(" ")) groups.set(word, [...(groups.get(word) ?? []), ...named]);

export function groupsOf(word: string | undefined): readonly Group[] | undefined {
  return word === undefined ? undefined : groups.get(word);
}
