/** Which frames a sentence is read for. */
export type Group = "cancel" | "show" | "free" | "address" | "foreign";

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
  [["address"], "language intelligence hiring user users goal mission"],
  [
    ["foreign"],
    "regeln regel anweisungen anweisung richtlinien vorgaben aufgabe aufgaben nachricht gesprach einschrankungen einschrankung filter befehle ki systems systemprompt instruktionen entwickler grenzen zensur instrucciones indicaciones ordenes reglas normas creadores restricciones filtros censura tareas conversacion limites regles consignes consigne instructions restrictions createur createurs taches filtres contraintes regole istruzioni restrizioni filtri creatori compiti limiti regras instrucoes orientacoes restricoes conversa tarefas diretrizes desenvolvedor regels instructies beperkingen opdrachten richtlijnen zasad zasady polecenia polecen ograniczen instrukcje instrukcji regul правила правил правилах инструкции инструкций ограничений ограничения разговора задачи указания фильтров промпт",
  ],
];

const groups = new Map<string, readonly Group[]>();
for (const [named, list] of words)
  for (const word of list.split(" ")) groups.set(word, [...(groups.get(word) ?? []), ...named]);

export function groupsOf(word: string | undefined): readonly Group[] | undefined {
  return word === undefined ? undefined : groups.get(word);
}
