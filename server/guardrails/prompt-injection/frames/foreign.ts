import type { Frame } from "./frame.ts";

/** The same orders in other languages; words are without accents, as everywhere here. */
const cancelled: Record<string, { verb: string; mark: string; noun: string; after?: string }> = {
  de: {
    verb: "(?:vergiss|vergesst|vergessen sie|ignorier\\w*|missacht\\w*|umgeh\\w*|verwirf|brich|streich\\w*|losch\\w*|deaktivier\\w*|schalte|leg\\w*|halte? dich nicht(?: mehr)? an|befolg\\w* nicht|befolge keine|folge nicht|beachte nicht|hor auf|setz\\w*|pfeif auf|kummere dich nicht um|uberschreib\\w*)",
    mark: "(?:deine\\w*|alle\\w*|samtliche\\w*|bisherige\\w*|vorherige\\w*|vorige\\w*|obige\\w*|fruhere\\w*|eigenen|jede|system\\w*)",
    noun: "(?:anweisung\\w*|regeln?|richtlinien?|vorgaben?|instruktion\\w*|einschrankung\\w*|filter|sicherheitsregeln|befehle?|aufgaben?|systemprompt\\w*|programmierung|entwickler\\w*)",
    after: "(?:des systems|des entwicklers|oben|davor|vorher|von vorhin|bisher)",
  },
  fr: {
    verb: "(?:oublie\\w*|ignore[rz]?|laisse\\w*|abandonne\\w*|desobei\\w*|contourne\\w*|efface\\w*|supprime\\w*|(?:arrete|cesse)\\w* de (?:suivre|respecter|obeir a|appliquer)|ne (?:suis|suivez|respecte|respectez|tiens|tenez|applique) (?:pas|plus)(?: compte)?|desactive\\w*|passe outre|moque toi de|fais fi de)",
    mark: "(?:tes|vos|toutes?|tous)",
    noun: "(?:instructions?|regles|consignes|directives|restrictions|filtres|limites|contraintes|createurs?|developpeurs?|taches|programmation)",
    after:
      "(?:precedent\\w*|ci dessus|anterieur\\w*|du systeme|recues?|de ton \\w+|de tes \\w+|du developpeur|du createur)",
  },
  es: {
    verb: "(?:olvida\\w*|olvide\\w*|ignora\\w*|ignore\\w*|descarta\\w*|desobedece\\w*|omite|borra|elimina|desactiva|anula|salta\\w*|rompe|deja de (?:seguir|obedecer|respetar|aplicar)|no (?:sigas|obedezcas|respetes|hagas caso)|haz caso omiso|pasa por alto)",
    mark: "(?:tus|todas|todos|cualquier)",
    noun: "(?:instrucciones|indicaciones|reglas|normas|directrices|restricciones|filtros|limites|creador\\w*|desarrollador\\w*|tareas|programacion|ordenes)",
    after: "(?:anterior\\w*|previ[ao]s|de arriba|del sistema|recibidas|del desarrollador|que te \\w+|que has \\w+)",
  },
  it: {
    verb: "(?:dimentica\\w*|ignora\\w*|trascura|scarta|disobbedisci|annulla|cancella|disattiva|aggira|smetti di (?:seguire|rispettare|obbedire)|non (?:seguire|rispettare|devi piu seguire|considerare))",
    mark: "(?:tue|tuoi|tutte|tutti)",
    noun: "(?:istruzioni|regole|direttive|restrizioni|filtri|limiti|creator\\w*|sviluppator\\w*|compiti|programmazione|indicazioni)",
    after: "(?:precedenti|ricevute|sopra|di sistema|del sistema|dello sviluppatore|che hai \\w+|date finora)",
  },
  pt: {
    verb: "(?:esqueca\\w*|esquece\\w*|ignora\\w*|ignore\\w*|desconsidere\\w*|descarte|desobedeca|apague|desative|burle|contorne|pare de (?:seguir|obedecer|respeitar)|nao (?:siga|obedeca|respeite|precisa seguir)|deixe de (?:seguir|obedecer|lado))",
    mark: "(?:suas|seus|tuas|teus|todas|todos|quaisquer)",
    noun: "(?:instrucoes|orientacoes|regras|diretrizes|restricoes|filtros|limites|criador\\w*|desenvolvedor\\w*|tarefas|programacao|ordens)",
    after: "(?:anteriores|acima|do sistema|recebidas|do desenvolvedor|que voce \\w+|que te \\w+)",
  },
  nl: {
    verb: "(?:vergeet|negeer|omzeil|verwerp|wis|schakel|stop met het volgen van|hou je niet (?:meer )?aan|volg niet|overtreed|doorbreek)",
    mark: "(?:je|jouw|uw|alle|eerdere|vorige|voorgaande|bovenstaande)",
    noun: "(?:regels|instructies|richtlijnen|beperkingen|opdrachten|filters|aanwijzingen|taken|systeem\\w*)",
  },
  pl: {
    verb: "(?:zapomnij\\w*|zignoruj\\w*|ignoruj\\w*|porzuc|odrzuc|zlam|omin|wylacz|przestan (?:przestrzegac|sluchac|stosowac)|nie (?:przestrzegaj|stosuj|sluchaj))",
    mark: "(?:swoje|swoich|twoje|twoich|wszystkie|wszystkich|wszelkie|poprzedni\\w*|wczesniejsz\\w*)",
    noun: "(?:zasad\\w*|instrukcj\\w*|regul\\w*|polecen\\w*|ograniczen\\w*|wytyczn\\w*|filtr\\w*)",
  },
  ru: {
    verb: "(?:забудь\\S*|забыть|игнорируй\\S*|проигнорируй\\S*|отбрось|нарушь|наруши|обойди|отключи|удали|сотри|не (?:следуй|соблюдай|выполняй|слушай)|перестань (?:следовать|соблюдать|слушать)|прекрати (?:следовать|соблюдать)|не обращаи? внимания на)",
    mark: "(?:все|всех|твои|свои|своим|своих|твоих|любые|предыдущ\\S*|прежн\\S*|всем|всеми)",
    noun: "(?:правил\\S*|инструкц\\S*|указани\\S*|ограничени\\S*|задач\\S*|директив\\S*|фильтр\\S*|промпт\\S*|создател\\S*|разработчик\\S*)",
  },
};

const not = "(?! (?:nicht|pas|jamais|nie|no|non|nao|niet) )";

const pretend =
  "(?:tu so|tun sie so|stell dir vor|spiel\\w*|du bist|handle|antworte|fais comme si|imagine que|tu es|agis|reponds|joue|haz como si|imagina que|actua|eres|finge|responde|fai finta|immagina|sei|agisci|rispondi|comportati|finja|aja|voce e|imagine|doe alsof|je bent|gedraag je|antwoord|udawaj|jestes|wyobraz sobie|zachowuj sie|притворись|представь|веди себя|ты|действуй|отвечай)";
const none =
  "(?:keine|keinerlei|ohne|frei von|pas de|aucune?|sans|plus de|plus aucune?|no (?:tienes|tuvieras|existieran|hubiera|hay|tienes)|sin|ninguna?|non (?:avere|hai|avessi|ci sono)|senza|nessuna?|nao (?:tem|tivesse|existissem|ha)|sem|nenhuma?|geen|zonder|nie (?:masz|ma|istnieja)|bez|zadnych|нет|без|никаких)";
const limit =
  "(?:regeln|regel|einschrankung\\w*|filter\\w*|grenzen|richtlinien|vorgaben|beschrankung\\w*|zensur|moral|tabus?|regles?|consignes?|limites?|restrictions?|filtres?|contraintes?|censure|morale|reglas?|normas?|restriccion\\w*|filtros?|censura|limitaciones|regol\\w*|limiti|restrizion\\w*|filtri|regras?|restric\\w*|limitacoes|regels|beperkingen|filters|grenzen|zasad\\w*|regul\\w*|ograniczen\\w*|filtrow|cenzury|правил\\S*|ограничени\\S*|фильтр\\S*|цензур\\S*|запрет\\S*)";

const demand =
  "(?:zeig\\w*|gib|nenn\\w*|schreib\\w*|wiederhol\\w*|druck\\w*|verrat\\w*|kopier\\w*|zitier\\w*|was (?:sind|ist|steht|lautet)|wie lauten?|welche|montre\\w*|affiche\\w*|donne\\w*|repete\\w*|ecris|revele\\w*|recopie\\w*|cite\\w*|quelles? (?:sont|est|etaient)|quels? (?:sont|est)|muestra\\w*|dime|repite|escribe\\w*|revela\\w*|imprime|copia|cuales? (?:son|es|eran|fueron)|que (?:dicen|dice)|mostra\\w*|dimmi|ripeti|scrivi\\w*|rivela\\w*|stampa|copia|quali (?:sono|erano)|qual e|mostre|diga|repita|escreva|revele|imprima|copie|quais (?:sao|eram)|toon|geef|herhaal|schrijf|onthul|wat (?:zijn|is|staat)|welke|pokaz|podaj|powtorz|napisz|ujawnij|wypisz|jakie (?:sa|byly)|покажи|выведи|повтори|напиши|раскрой|скажи|какие|процитируй)";
const hiddenText =
  "(?:(?:deinen?|deiner?|ihren?|tes|ton|votre|vos|tus?|sus|le tue|i tuoi|il tuo|la tua|tuo|suas?|seus?|teu|as tuas|je|jouw|uw|swoje|twoje|swoj|твои|свои|твой|свой|твоя)(?: \\S+){0,2}? (?:system ?prompt\\S*|systemnachricht|prompt\\S*|anweisungen|instruktionen|instructions|consignes|message systeme|instrucciones|indicaciones|istruzioni|instrucoes|systeemprompt|instructies|instrukcj\\S*|prompt\\w*|polecenia|инструкци\\S*|указани\\S*|промпт\\S*)|(?:anweisungen|regeln|text|vorgaben|instructions|consignes|texte|instrucciones|texto|reglas|istruzioni|testo|regole|instrucoes|regras|instructies|tekst|regels|instrukcje|zasady|текст|инструкци\\S*|правила|указания)(?: \\S+){0,3}? (?:vor (?:meiner|diesem|unserem|dieser)|du (?:\\w+ )?(?:bekommen|erhalten)|bekommen hast|erhalten hast|avant (?:mon|cette|notre|ma)|que tu as recues?|qu on t a|antes de (?:mi|esta|nuestra|minha)|que (?:te dieron|has recibido|recibiste|voce recebeu|recebeu)|prima (?:del|di questa|della)|che hai ricevuto|die je (?:\\w+ )?(?:hebt|kreeg)|voor (?:mijn|dit|deze)|przed (?:moja|ta|rozmowa)|ktore (?:dostales|otrzymales)|до (?:начала|моего|этого)|перед|который тебе|которые тебе))";

export const foreignFrames: readonly Frame[] = [
  ...Object.values(cancelled).map(
    ({ verb, mark, noun, after = mark }): Frame => ({
      kind: "cancel",
      weight: 1,
      pattern: new RegExp(
        `(?:^|[ ,])(?<!(?:^| )(?:no|non|nao|nie|не|ne|niet|nicht|nunca|jamais|mai|nigdy|никогда) )${verb}${not}(?: (?!,)\\S+){0,3}? (?:${mark}(?: (?!,)\\S+){0,2}? ${noun}|${noun}(?: (?!,)\\S+){0,2}? ${after})(?=$| )`,
      ),
      not: foreignTalk(),
    }),
  ),
  {
    kind: "unbound",
    weight: 1,
    pattern: new RegExp(`(?:^|[ ,])${pretend}(?: \\S+){0,9}? ${none}(?: \\S+){0,2}? ${limit}(?=$| )`),
    not: foreignTalk(),
  },
  {
    kind: "demand",
    weight: 1,
    pattern: new RegExp(
      `(?:^|[ ,])${demand}(?: (?!,)\\S+){0,3}? (?:, )?(?:den |die |das |le |les |la |el |los |las |il |o |os |de |het )?${hiddenText}(?=$| )`,
    ),
    not: /\b(?:montage|usage|uso|gebruik|fur|pour|para|per|voor|zu|zur|zum)\b/,
  },
  {
    kind: "cancel",
    weight: 1,
    pattern:
      /(?:^|[ ,])(?:(?:deine|ihre)(?: \S+){0,3}? (?:anweisungen|regeln|richtlinien|vorgaben|einschrankungen|filter)(?: \S+){0,4}? (?:ungultig|nichtig|aufgehoben|ausser kraft|nicht mehr|abgeschaltet|gestrichen|hinfallig)|(?:tes|vos)(?: \S+){0,2}? (?:regles|instructions|consignes|restrictions|limites|filtres)(?: \S+){0,3}? (?:nulles?|annule\S*|leve\S*|plus|desactive\S*|supprime\S*)|(?:tus|sus)(?: \S+){0,2}? (?:reglas|instrucciones|normas|restricciones|filtros|limites)(?: \S+){0,3}? (?:anulad\S*|ya no|desactivad\S*|eliminad\S*|invalid\S*)|(?:le tue|i tuoi)(?: \S+){0,2}? (?:regole|istruzioni|restrizioni|filtri|limiti)(?: \S+){0,3}? (?:annullat\S*|piu|disattivat\S*|rimoss\S*)|(?:suas|seus|tuas|teus)(?: \S+){0,2}? (?:regras|instrucoes|restricoes|filtros|limites)(?: \S+){0,3}? (?:anulad\S*|nao valem|desativad\S*|removid\S*|cancelad\S*)|(?:твои|ваши)(?: \S+){0,2}? (?:правила|инструкции|ограничения|указания|фильтры)(?: \S+){0,3}? (?:отменен\S*|недействительн\S*|больше|снят\S*|отключен\S*))(?=$| )/,
  },
];

function foreignTalk(): RegExp {
  return /\b(?:schreibt|erklart|lehrer\w*|kinder|eleves?|alumnos|professor\w*|spiels?|juego|jeu|gioco|jogo|verkehrs\w*|hausordnung|montage\w*|wie (?:kann|soll)|comment|como puedo|firma|unternehmen|entreprise|empresa)\b/;
}
