const split = (words: string): Set<string> => new Set(words.split(" "));

/** Words for streets and squares in many languages, in lower case. */
const streetWords = split(
  "street st str avenue ave av road rd lane ln boulevard blvd bd drive dr court ct place pl parkway highway hwy way terrace crescent close square sq walk row mews gardens grove circle parade quay wharf rise hill embankment estate colony nagar marg chowk salai sarani vihar enclave sector phase layout cross main bagh ganj society " +
    "rang cité résidence hameau croissant traverse triq sqaq misraħ rruga sheshi bulevardi " +
    "rue chemin impasse allée allee quai cours passage route faubourg ruelle sentier esplanade montée venelle " +
    "straße strasse weg platz gasse allee ring ufer damm chaussee graben steig markt " +
    "calle avenida avda carrera cra paseo plaza camino ronda travesía glorieta calzada callejón pasaje autopista carretera vía jirón jr transversal diagonal urbanización colonia barrio carrer avinguda passeig plaça kalea etorbidea " +
    "via viale corso piazza piazzale vicolo strada largo lungomare borgo contrada salita " +
    "rua travessa praça alameda estrada rodovia beco ladeira quadra " +
    "straat laan plein gracht kade dijk singel dreef steenweg " +
    "ulica ul aleja al osiedle os plac pl rynek třída náměstí nám ulice nábřeží námestie cesta trg obala bulevar ulitsa prospekt pereulok naberezhnaya shosse nevsky " +
    "utca út útja tér körút sétány strada str bulevardul bd calea șoseaua aleea piața intrarea " +
    "gata gatan väg vägen gränd torg torget gate veien vei vej gade allé plads katu tie kuja polku götu gata stræti gatve gatvė g iela bulvāris tänav tn mnt pst tee maantee puiestee " +
    "küçəsi küç prospekti rr caddesi cad cd sokak sokağı sk sok bulvarı bulvar blv mahallesi mah meydanı yolu " +
    "jalan jl jln lorong persiaran lebuh gang gg soi thanon đường phố ngõ " +
    "odos leoforos plateia οδό οδού λεωφόρο λεωφόρου οδός λεωφόρος πλατεία " +
    "улици улице улицы улицу трг булевара көшесі даңғылы улица ул проспект пр пр-т просп переулок пер набережная наб бульвар бул площадь пл шоссе вулиця вул провулок булевард ул. шосе вуліца " +
    "شارع طريق جادة רחוב שדרות рд",
);

/** Matches the ends of street names whose kind is part of the word. */
const streetEnding =
  /^.{2,}(?:stra(?:ß|ss)en?|str|weg|allee|platz|gasse|ring|ufer|damm|graben|steig|markt|berg|hof|feld|straat|laan|plein|gracht|kade|dijk|singel|gatan|gata|vägen|gränd|torget|veien|gaten|vegen|vei|veg|vegur|stíg|stígur|väg|vej|gade|alléen|katu|tie|kuja|kaari|ranta|rinne|polku|stræti|straeti|braut|-ro|-gil|-daero|-dori|-dong|-ku|-chome|-cho|-machi)$/u;

/** Returns whether a word shows that the words around it name a street. */
export function isStreetWord(word: string): boolean {
  const bare = word.toLowerCase().replace(/\.$/, "");
  return streetWords.has(bare) || (/^\p{Lu}/u.test(word) && streetEnding.test(bare));
}

/** Matches lowercase words that may occur inside the name of a street or a city. */
export const insideName =
  "de|du|des|la|le|les|van|von|vom|der|den|dem|di|del|della|dei|da|do|dos|das|al|el|od|na|nad|pod|of|the|y|e|i|a|am|im|an|zum|zur|auf|sur|sous|en|et|ter|ten|aan|het|los|las|dels|d'|l'|rue|avenue|chemin|boulevard|allée|quai|impasse|place|jalan|viale|piazza|corso|rua|calle|avenida|street|road|mnt|pst|tee|pr\\.|gatvė|cesta|cesti|utca|út|tér|u\\.|g\\.|iela|ulica|ulice|улица|проспект|переулок|вулиця|ул\\.|пр\\.|пер\\.|вул\\.|наб\\.|пл\\.|ul\\.|al\\.|os\\.|pl\\.|str\\.|jl\\.|cad\\.|sok\\.|st\\.|rd\\.";
