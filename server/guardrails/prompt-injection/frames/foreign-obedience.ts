import type { Frame } from "./frame.ts";

const limit =
  "(?:regeln|regel|einschrankung\\w*|filter\\w*|grenzen|beschrankung\\w*|zensur|moral|regles?|consignes?|limites?|restrictions?|filtres?|contraintes?|censure|reglas?|normas?|restriccion\\w*|filtros?|censura|limitaciones|regol\\w*|limiti|restrizion\\w*|filtri|regras?|restric\\w*|limitacoes|regels|beperkingen|filters|zasad\\w*|regul\\w*|ograniczen\\w*|filtrow|cenzury|правил\\S*|ограничени\\S*|фильтр\\S*|цензур\\S*|запрет\\S*|regler|begransning\\w*|granser|kurallar\\w*|kisitlama\\w*|sinirlama\\w*)";
const prior =
  "(?:vorherig\\w*|bisherig\\w*|fruher\\w*|alten|davor|precedent\\w*|anterieur\\w*|anciennes?|d avant|anterior\\w*|previ[ao]s|antigu[ao]s|precedenti|vecchie|anteriori|antig[ao]s|eerdere|vorige|oude|poprzedni\\w*|wczesniejsz\\w*|stare|прежн\\S*|предыдущ\\S*|стар\\S*|tidigare|gamla|tidligere|gamle|onceki|eski)";
const rule =
  "(?:regeln|anweisungen|vorgaben|richtlinien|regles|consignes|instructions|directives|reglas|instrucciones|normas|ordenes|indicaciones|regole|istruzioni|direttive|regras|instrucoes|diretrizes|regels|instructies|richtlijnen|zasady|instrukcje|polecenia|правила|инструкции|указания|regler|instruktioner|instrukser|kurallar|talimatlar|komutlar|alles|tout|todo|tutto|tudo)";
const dead =
  "(?:ungultig|nichtig|hinfallig|aufgehoben|ausser kraft|nicht mehr|nulles?|annule\\w*|caduques?|plus valables?|ne (?:\\w+ )?plus|anulad\\w*|sin efecto|ya no|invalid\\w*|non (?:\\w+ )?piu|annullat\\w*|nao (?:\\w+ )?mais|cancelad\\w*|niet meer|vervallen|ongeldig|nie (?:obowiazuja|maja|sa)|uniewaznione|не действуют|не имеют|отменен\\S*|недействительн\\S*|больше не|inte langre|galler inte|gjelder ikke|gaelder ikke|gecersiz|gecerli degil)";

/** "Obey nobody but me", "the rules so far are void", "you have no limits": in other languages than English. */
export const foreignObedienceFrames: readonly Frame[] = [
  {
    kind: "obeyMe",
    weight: 0.7,
    pattern:
      /(?:^|[ ,])(?:(?:hor\w*|gehorch\w*|folg\w*|befolg\w*|gelten|gilt|zahl\w*|richte dich)(?: \S+){0,3}? nur(?: noch)?(?: auf| nach)? (?:mir|mich|mein\w*|was ich)|nur (?:noch )?mein\w* (?:\w+ )?(?:gelten|gilt|zahl\w*)|(?:obeis\w*|obeir\w*|ecoute\w*|suis|suivez|reponds?)(?: \S+){0,2}? (?:qu )?(?:a moi|que moi|qu a moi|que mes|seulement (?:a )?(?:moi|mes)|uniquement (?:a )?(?:moi|mes))|(?:obede\w+|escuch\w+|segu\w+|sigue\w*|haz caso|hazme caso|haces caso|responde\w*)(?: \S+){0,2}? (?:solo|solamente|unicamente) (?:a mi|mis|mi|las mias|lo que yo)|(?:solo|solamente|unicamente)(?: \S+){0,2}? (?:obedec\w+|me obedec\w+|sigues|sigas|haces caso|escuch\w+)(?: a)? (?:mi|mis|lo que)|(?:segui|obbedisci|ascolta|ascolti|rispondi|segua)(?: \S+){0,2}? (?:solo|soltanto|unicamente|solamente) (?:le mie|i miei|a me|me|ai miei|quello che (?:io|ti)|cio che)|(?:obede\w+|siga|segue|escut\w+|ouca|responda)(?: \S+){0,2}? (?:apenas|so|somente) (?:a mim|as minhas|minhas|meus|o que eu|mim)|(?:luister|gehoorzaam|volg|doe)(?: \S+){0,2}? (?:alleen|enkel|uitsluitend|slechts)(?: nog)?(?: naar| aan)? (?:mij|mijn|wat ik)|doe (?:alleen )?wat ik (?:zeg|wil|vraag|je)|tu was ich (?:sage|dir|will)|mach was ich (?:sage|dir)|fais ce que je (?:dis|te)|haz lo que (?:yo )?(?:te )?(?:diga|digo|pida)|fai (?:quello|cio) che (?:ti )?dico|faca o que eu (?:digo|mandar|disser)|(?:sluchaj|wykonuj|stosuj)(?: \S+){0,2}? (?:tylko|wylacznie) (?:mnie|moj\w+)|(?:слуша\S+|подчиня\S+|выполняи|следуи|исполняи)(?: \S+){0,2}? (?:только|лишь|исключительно) (?:меня|мне|мои\S*|моим)|(?:lyd|folj|folg|adlyd|hor|lyssna|lytt)(?: \S+){0,2}? (?:bara|endast|kun|enbart|bare)(?: pa| til| til)? (?:mig|meg|mina|mine)|(?:sadece|yalnizca) (?:beni|bana|benim \S+)(?: \S+)? ?(?:dinle\w*|uy\w*|itaat\w*|emir\w*))(?= |$)/,
  },
  {
    kind: "lapsed",
    weight: 0.5,
    pattern: new RegExp(
      `(?:^|[ ,])(?:${prior}(?: \\S+){0,2}? ${rule}|${rule}(?: \\S+){0,2}? ${prior})(?: \\S+){0,4}? ${dead}(?= |$)`,
    ),
  },
  {
    kind: "cancel",
    weight: 1,
    pattern:
      /(?:^|[ ,])(?:gelden (?:je|jouw|uw)(?: \S+){0,2}? (?:regels|instructies|beperkingen|richtlijnen)(?: \S+){0,2}? niet meer|(?:je|jouw|uw)(?: \S+){0,2}? (?:regels|instructies|beperkingen|richtlijnen)(?: \S+){0,3}? (?:niet meer|vervallen|ongeldig|opgeheven)|(?:galler|gjelder|gaelder) (?:inte|ikke) (?:dina|dine)(?: \S+){0,2}? (?:regler|instruktioner|instrukser)|(?:dina|dine)(?: \S+){0,2}? (?:regler|instruktioner|instrukser|begransningar)(?: \S+){0,2}? (?:inte|ikke|upphavda|ogiltiga)|(?:schlag\w*|wirf|werfe)(?: \S+){0,6}? (?:regeln|vorgaben|anweisungen|richtlinien)(?: \S+){0,3}? (?:in den wind|uber bord|weg)|(?:twoje|swoje)(?: \S+){0,2}? (?:zasady|instrukcje|ograniczenia)(?: \S+){0,3}? (?:nie obowiazuja|niewazne|anulowane|uniewaznione)|(?:regeln|vorgaben|anweisungen|grenzen)(?: (?!,)\S+){0,2}? , die (?:man )?(?:dir|du)(?: \S+){0,3}? (?:gemacht|gegeben|erhalten|bekommen|gesetzt|auferlegt)(?: \S+){0,2}? (?:nicht mehr|vergiss|egal|ungultig|hinfallig)|(?:regles|consignes|instructions|limites)(?: \S+){0,2}? (?:qu on|que l on|on) (?:t|vous)(?: \S+){0,3}? (?:n existai\w+|ne comptent|n existent|existaient pas))(?= |$)/,
  },
  {
    kind: "unbound",
    weight: 0.8,
    pattern: new RegExp(
      `(?:^|[ ,])(?:no tienes|ya no tienes|no tendras|no tuvieras|no tuvieses|careces de|nao tem|nao tens|nao tera|nao tivesse|non hai|non avessi|non avrai|tu as (?:plus|aucune?|pas)|n as (?:plus|aucune?|pas)|vous avez (?:plus|aucune?)|du hast keine\\w*|hast du keine\\w*|hattest du (?:nie|niemals|keine\\w*)|du kennst keine\\w*|je hebt geen|heb je geen|nie masz|у тебя (?:больше )?нет|тебя (?:больше )?нет|du har inga|har du inga|du har ingen|har du ingen)(?: \\S+){0,2}? ${limit}(?= |$)`,
    ),
    not: /\b(?:wenn|si|se|als|jesli|om|hvis|если)\b/,
  },
  {
    kind: "unbound",
    weight: 1,
    pattern: new RegExp(
      `(?:^|[ ,])(?:tu so|tun sie so|stell dir vor|als|fais comme si|fais semblant|haz como si|finge|como si|fai finta|come se|finja|faca de conta|como se|doe alsof|alsof|udawaj|jakby\\w*|притворись|представь|будто|lat\\w* som|som om)(?: \\S+){0,6}? (?:nie|niemals|keine\\w*|jamais|aucune?|pas|plus|nunca|ninguna?|no|mai|nessun\\w*|non|nenhum\\w*|nao|nooit|geen|nigdy|zadnych|нет|никогда|никаких|aldrig|inga|ingen)(?: \\S+){0,3}? ${limit}(?: gehabt| eu| tenido| avuto| tido)?(?= |$)`,
    ),
    not: /\b(?:spiels?|juego|jeu|gioco|jogo|verkehrs\w*|wie|comment|comme (?:professeur|prof))\b/,
  },
  {
    kind: "demand",
    weight: 1,
    pattern:
      /(?:^|[ ,])(?:zeig\w*|gib|nenn\w*|schreib\w*|wiederhol\w*|verrat\w*|montre\w*|affiche\w*|donne\w*|repete\w*|ecris|revele\w*|recopie\w*|muestra\w*|dime|repite|escribe\w*|revela\w*|mostra\w*|dimmi|ripeti|scrivi\w*|rivela\w*|mostre|diga|repita|escreva|revele|toon|geef|herhaal|schrijf|laat|pokaz|podaj|powtorz|napisz|ujawnij|покажи|выведи|повтори|напиши|раскрои|скажи|visa|vis|skriv|yaz|goster)(?: (?!,)\S+){0,6}? (?:(?:text|wortlaut|texte|texto|testo|tekst|текст|alles|tout|todo|tutto|tudo|anweisungen|instructions|consignes|instrucciones|istruzioni|instrucoes|instructies)(?: \S+){0,3}? (?:cachee?s?|versteckt\w*|geheim\w*|ocult[ao]s?|nascost\w*|escondid[ao]s?|verborgen|ukryt\w*|скрыт\S*|fournie?s? au debut|con (?:el|la|las|los) que? ?(?:cual|que) te|con (?:el|las|los) que te|mit dem man dich|mit denen (?:man )?(?:du|dich)|avec (?:lequel|lesquelles)|con (?:cui|il quale) (?:ti|sei)|com (?:o qual|que) (?:te|voce)|waarmee (?:je|men))|(?:versteckt\w*|geheim\w*|verborgen|ukryt\w*|скрыт\S*|nascost\w*|hemliga|skjulte) (?:\S+ )?(?:text|anweisung\w*|instruc\w*|instructies|tekst|текст|инструкци\S*|prompt\S*|regels|regeln)|(?:scritto|escrito|ecrit|geschrieben|staat|steht|napisan\w+|написано|stond|stand)(?: \S+)? (?:prima di|antes de|avant|vor|over|przed|oberhalb|sopra|до|перед|voor) (?:questo|est[ea]|ce|cette|meiner|dieser|mi|mio|tym|этого|этим|dit|deze|mensa\w+))(?= |$)/,
    not: /\b(?:montage|usage|brief|email|mail|rechnung|facture|factura)\b/,
  },
];
