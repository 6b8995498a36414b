import { isPlace } from "../lists.ts";
import { tailFrom } from "./tail.ts";

/**
 * Patterns for addresses that begin with a word: post boxes, rural routes, and streets in other languages. Every
 * repetition is bounded, so that a search takes constant time from each position.
 */

const name = "[\\p{L}\\d][\\p{L}\\p{M}\\d.'’-]{0,24}";
const capital = "\\p{Lu}[\\p{L}\\p{M}'’.-]{0,24}";
const city = `${capital}(?:[ -](?:(?:am|an|der|im|sur|sous|en|de|la|le|les|del|di|do|da|dos|aan|den|pod|nad|upon)[ -])?${capital}){0,4}`;
const country = `(?:,? (?:Germany|Deutschland|France|Spain|España|Italy|Italia|Portugal|Brasil|Brazil|Netherlands|Nederland|Belgium|Belgique|België|Austria|Österreich|Switzerland|Schweiz|Suisse|Poland|Polska|Sweden|Sverige|Norway|Norge|Denmark|Danmark|Finland|Mexico|México|Argentina|Chile|Colombia))?`;
const code = "(?:[A-Z]{1,3}-)?(?:\\d{5}-\\d{3}|\\d{2}-\\d{3}|\\d{3} \\d{2}|\\d{4,5})(?: ?[A-Z]{2}(?![\\p{L}]))?";
const tail = `(?:(?:,\\s?|\\s)(?:[^\\n,;:]{1,20}, ?)?${code},? ${city}(?:[,/ -]{1,2}[A-Z]{2}(?!\\p{L}))?${country})`;
const cityTail = `(?:, ?${city}${country})?(?=[\\s.,;:)"']|$)`;
const houseNumber = "\\d{1,5} ?[a-zA-Z]?(?:[/-]\\d{1,4}[a-z]?)?(?![\\p{L}\\d])";

const german = `(?:${capital}[ -])?(?:\\p{Lu}[\\p{L}.-]{0,24}?(?:stra(?:ß|ss)e|str\\.|weg|allee|platz|gasse|ring|ufer|damm|chaussee|graben|steig|stieg|markt|straat|laan|plein|gracht|kade|dijk|singel|dreef|gatan|vägen|gränd|gata|gaten|veien|vegen|vej|gade|katu|tie|kuja|hof)|(?:\\p{Lu}[\\p{L}-]{0,24} )(?:Stra(?:ß|ss)e|Str\\.|Weg|Allee|Platz|Gasse|Gata|Gate|Väg|Damm|Ring)(?: (?:des|der|am|im|zum) ${capital}){0,2})`;
const french = `(?:[Rr]ue|RUE|[Aa]venue|[Aa]v\\.|[Bb]oulevard|[Bb]l?d|[Pp]lace|[Pp]l\\.|[Aa]ll[ée]e|[Ii]mpasse|[Cc]hemin|[Qq]uai|[Cc]ours|[Pp]assage|[Ss]quare|[Vv]oie|[Rr]uelle|[Ff]aubourg|[Rr]ang|[Rr]oute|[Ee]splanade|[Ss]entier|[Mm]ontée|[Vv]illa)`;
const latin = `(?:Calle|C\\/|Cl\\.|Avenida|Avda?\\.|Plaza|Pza\\.|Paseo|Pº|Carrera|Cra\\.|Camino|Ronda|Travesía|Glorieta|Rua|R\\.|Travessa|Praça|Largo|Alameda|Estrada|Rodovia|Avinguda|Carrer|Via|V\\.le|Viale|Piazza|P\\.za|Corso|Vicolo|Strada|Contrada|Lungomare|Borgo|ul\\.|ulica|al\\.|aleja|os\\.|pl\\.|plac|Str\\.|Strada|Bulevardul|Jalan|Jl\\.|Rr\\.|Rruga|улица|ул\\.|проспект|пр\\.|пр-т|переулок|пер\\.|набережная|наб\\.|бульвар|вулиця|вул\\.)`;

const forms: [string, string][] = [
  [
    "box",
    `(?:P\\.? ?O\\.? ?Box|post office box|g\\.? ?p\\.? ?o\\.? box|private bag|locked bag|postboks|po[sš]tni predal|apartado(?: postal| de correos)?|apdo\\.?(?: postal)?|casilla(?: postal)?|skr(?:ytka|\\.) pocz(?:towa|t\\.)|postilokero|post[åa]sk|а\\/я|abonentskij yashchik|postfach|boîte postale|caixa postal|casella postale|postbus)[ #:]{1,3}\\d{1,7}(?:-\\d{5})?(?!\\d|\\.\\d)(?:,? ${name}){0,0}(?:[, \\n]{1,2}(?:${name},? ){1,4}[A-Z]{2} \\d{5}(?:-\\d{4})?|${tail})?`,
  ],
  ["code", `(?:Box|PB|Pb\\.?|PL|BP|B\\.P\\.|CS|Pf\\.?|C\\.P\\.|CP) \\d{1,6}${tail}`],
  [
    "rural",
    `(?:\\bHC|\\bRR|\\bR\\.R\\.|highway contract(?: r(?:ou)?te)?|rural r(?:ou)?te|star route)[ #]{1,3}\\d{1,5},? box[ #]{1,3}\\d{1,6}[A-Z]?(?:[, \\n]{1,2}(?:${name},? ){1,4}[A-Z]{2} \\d{5}(?:-\\d{4})?)?`,
  ],
  ["german", `${german} ${houseNumber}(?:${tail}|${cityTail})`],
  [
    "german",
    `(?:Am|An der|Im|In der|In den|Auf dem|Auf der|Zum|Zur|Unter den|Alte[rn]?|Neue[rn]?|Große|Kleine) ${capital}(?: ${capital})? ${houseNumber}${tail}`,
  ],
  [
    "french",
    `\\d{1,5}(?: ?(?:bis|ter|quater|[a-d]))?,? ${french} (?:(?:(?:d[eu]s?|la|le|les) |d['’]|l['’]){1,3}${name}|${capital})(?: (?:(?:d[eu]s?|la|le|les|et) |d['’]|l['’]){0,2}${capital}){0,4}?(?: (?:Est|Ouest|Nord|Sud)(?!\\p{L}))?(?:${tail}|${cityTail})`,
  ],
  [
    "latin",
    `${latin} (?:${name},? ){0,5}?(?:${capital}|\\d{1,2}|de),? ?(?:Km\\.? ?\\d{1,3}(?:[.,]\\d)?,? )?(?:(?:[Nn][º°o]?\\.?|nr\\.?|núm\\.|д\\.|дом|будинок|буд\\.) ?)?(?:${houseNumber}|s\\/n\\.?)(?:,? ?(?:\\d{1,2}[º°ª]? ?\\p{L}{1,6}|кв\\.? ?\\d{1,4}|m\\. ?\\d{1,4}|apto?\\.? ?\\d{1,4}))?(?:${tail}|${cityTail})`,
  ],
  // "Carrera 43A # 18-62": a street, the street that crosses it, and the distance of the house from the crossing.
  [
    "grid",
    "(?:Calle|Carrera|Cra\\.?|Cr\\.?|Cll?\\.?|Kra?\\.?|Diagonal|Dg\\.?|Transversal|Tv\\.?|Avenida|Av\\.?) \\d{1,3} ?[A-Z]?(?: (?:[Bb]is|[Ss]ur|[Nn]orte|[Ee]ste|[Oo]este))? ?(?:#|No\\.?|N[º°]\\.?) ?\\d{1,3} ?[A-Z]? ?- ?\\d{1,3}(?!\\d)",
  ],
  ["quoted", '(?:ул|бул|пл|кв|ж\\.к)\\. ?[„"«“][^"»”“\\n]{2,30}[“"»”] ?(?:№ ?)?\\d{1,3}[А-Яа-я]?(?![\\p{L}\\d])'],
  [
    "kazakh",
    "(?:\\p{Lu}\\p{L}{2,20} (?:қ\\.|қаласы), )?\\p{Lu}\\p{L}{1,20}(?: \\p{L}{2,20}){0,2} (?:көшесі|даңғылы|к-сі|көш\\.),? \\d{1,4}(?:[/-]\\d{1,3})?(?: үй)?(?![\\p{L}\\d])",
  ],
  // "Bole Road, House No. 1187, Addis Ababa": the plot follows the street, then the city.
  [
    "plot",
    `\\p{Lu}[\\p{L}'’-]{1,20}(?: \\p{Lu}[\\p{L}'’-]{1,20}){0,2} (?:Road|Rd\\.?|Street|St\\.?|Avenue|Ave\\.?|Highway|Lane|Close|Drive|Way),? (?:(?:Gate|House|Hse|Plot|Block|Building|Stand|Shop|Unit)\\.? ?(?:No\\.? ?)?\\d{1,5}(?:/\\d{1,5})?[A-Z]?, ){1,3}${capital}(?: ${capital}){0,2}`,
  ],
  ["serbian", `(?:Булевар|Bulevar|Трг|Trg) (?:${name} ){0,3}${name} \\d{1,3}[a-zа-я]?${tail}`],
  [
    "ethiopian",
    "\\p{Lu}\\p{L}{2,16}(?: \\p{Lu}\\p{L}{2,16})? [Ss]ub-?[Cc]ity, (?:Woreda|Kebele) \\d{1,2}(?:, (?:House|H)\\.? ?No\\.? ?\\d{1,5}(?:/\\d{1,4})?)?(?!\\d)",
  ],
  [
    "chinese",
    "(?:\\p{Script=Han}{2,8}(?:省|自治区|市))?(?:\\p{Script=Han}{1,8}(?:市|区|县|區|縣))\\p{Script=Han}{1,12}(?:路|街|道|巷|大道|胡同|弄)\\s?\\d{1,5}\\s?(?:号|號)(?:[\\p{Script=Han}\\d]{0,14}(?:室|楼|樓|层|单元|号|號))?",
  ],
  [
    "japanese",
    "(?:〒?\\d{3}-\\d{4}\\s?)?(?:東京都|北海道|大阪府|京都府|\\p{Script=Han}{2,3}県)[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}ー]{1,20}\\s?[0-9０-９]{1,4}(?:丁目[0-9０-９]{0,4})?(?:[-－−番地の号]{1,2}[0-9０-９]{1,4}){0,3}(?:号|番地)?(?:[ 　][\\p{Script=Han}\\p{Script=Katakana}ー]{2,14}[0-9０-９]{1,4}(?:号室?|階)?)?(?: ?〒\\d{3}-\\d{4})?",
  ],
  [
    "korean",
    "(?:서울|부산|대구|인천|광주|대전|울산|세종|경기|강원|충북|충남|전북|전남|경북|경남|제주)\\p{Script=Hangul}{0,6}\\s(?:\\p{Script=Hangul}{1,6}[시군구]\\s){1,2}\\p{Script=Hangul}[\\p{Script=Hangul}\\d]{1,12}(?:로|길)\\s?\\d{1,4}(?:번?길\\s?\\d{1,4})?(?:-\\d{1,4})?(?:,?\\s(?:\\d{1,4}동\\s?)?\\d{1,4}호)?",
  ],
];

const patterns = forms.map(([kind, source]) => ({
  kind,
  pattern: new RegExp(
    `(?<![${kind === "japanese" ? "\\p{Script=Han}" : "\\p{L}"}\\p{N}_])${source}`,
    kind === "box" || kind === "rural" ? "giu" : "gu",
  ),
}));

/** The word that a text must contain before a form is searched for. */
const needed: Record<string, RegExp> = {
  box: /box|apartado|apdo|casilla|postfach|postale?|postbus|bag |boks|predal|poczt|lokero|post[åa]sk|а\/я|yashchik/i,
  rural: /box/i,
  chinese: /[号號]/,
  japanese: /[都道府県]/,
  korean: /[로길]\s?\d/,
  grid: /\d ?[A-Z]?(?: \p{L}{3,5})? ?(?:#|No\.?|N[º°]\.?) ?\d/u,
  quoted: /(?:ул|бул|пл|кв|ж\.к)\. ?[„"«“]/,
  kazakh: /көш|даңғ|к-сі/,
  serbian: /Булевар|Bulevar|Трг|Trg/,
  ethiopian: /sub-?city/i,
  plot: /,? (?:Gate|House|Hse|Plot|Block|Building|Stand|Shop|Unit)\.? ?(?:No\.? ?)?\d/,
  french:
    /\d[\s,]{1,2}(?:bis|ter|quater)?,? ?(?:rue|av|b[dl]|boul|place|pl\.|all[ée]|impa|chemin|quai|cours|passage|square|voie|ruelle|faub|rang|route|espl|sentier|mont|villa)/i,
};

export function findWordFirstAddresses(text: string): { start: number; end: number }[] {
  const found: { start: number; end: number }[] = [];
  for (const { kind, pattern } of patterns) {
    if (needed[kind]?.test(text) === false) continue;
    for (const match of text.matchAll(pattern)) {
      const end = match.index + match[0].replace(/[\s,.;:]+$/, "").length;
      found.push({ start: match.index, end: goesFurther.has(kind) ? furtherEnd(text, end) : end });
    }
  }
  return found;
}

const goesFurther = new Set([
  "german",
  "french",
  "latin",
  "grid",
  "quoted",
  "kazakh",
  "serbian",
  "ethiopian",
  "plot",
  "box",
]);

/**
 * Returns the end of the flat, the code and the city after the street: "Str. Plopilor nr. 16, bl. C2, ap. 9,
 * Cluj-Napoca".
 */
function furtherEnd(text: string, end: number): number {
  const more = tailFrom(text, end);
  return more.codes >= 1 || more.units > 0 || more.places.some((place) => isPlace(place)) ? more.end : end;
}
