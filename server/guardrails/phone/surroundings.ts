import { lookUp } from "../lists.ts";
import { roleBefore } from "../person-name/surroundings.ts";
import { labelsIdentifier } from "../personal-data/identifiers.ts";
import { after, before } from "../scan.ts";

const phoneWord =
  /(?:phone|\btel\b|\btel[.:]|\bt[eé]l[eé]f?|mobile?|\bmob\b|\bcell\b|\bcelular|\bcel\b|\bfax\b|whats ?app|\bsms\b|\bgsm\b|\bdesk\b|\bcall(?:ing|ed|s|back)?\b|\bdial|\bring\b|\breach(?:ed|able)?\b|\banswer(?:ing)? at\b|\bmessages? (?:to|from|at)\b|\bregistered\b|\bvoicemail\b|\bswitchboard\b|\btext(?:ed|ing)? |kontakt|rufnummer|\bruf\w{0,2} (?:mich|uns|sie|ihn|ihr|bitte)\b|r[üu]ckruf|handy|\banruf|\berreich\w* |\bnummer\b|num[eé]r[oi]?\b|\bnúmero\b|\brappel\w* |\bappel\w* |\bllam[aeá]\w* |\bligue\b|\bliga[rn]?\b|\bchiam\w* |\bbel(?:len)? |\bzadzwo|telefo|telephone|cellulare|\bm[oó]vil|hotline|helpline|contact|\b(?:my|your|his|her|our|their)(?: \p{L}+)? number\b|\bwhich number\b|viber|signal|電話|电话|手机|携帯|連絡先|联系方式|聯絡方式|전화|телефон|тел\b|моб|звон|هاتف|جوال|फ़ोन|फोन|मोबाइल|โทร|điện thoại|\bsđt\b|טלפון|τηλ|κινητό|puhelin|\bsímin?n?\b|\bzap\b|\bhp\b|\bnomor\b|[請请]打|[致來来]電|[撥拨]打|نمبر|تلفن|شماره|فون|موبائل|ফোন|মোবাইল|போன்|கைபேசி|नंबर|कॉल|ስልክ|ტელ|հեռ|\btlf\b|\bcep\b)/u;
const otherWord =
  /(?:order|ticket|ref(?:erence)?|invoice|account|balance|user[_ ]?id|\bid|policy|booking|batch|sku|imei|iccid|isbn|serial|tracking|passport|licen[cs]e|epoch|timestamp|created|updated|routing|nhs(?:no)?|ssn|card|case|part|model|zip|page|range|scores?|amount|total|version)(?: ?(?:no|number|nr|code|id|is|was))?[^a-z\d]{0,4}$/;
const thingNumber =
  /(?:\b(?:meter|counter|odometer|mileage|readings?|asset|tag|device|row|column|matrix|revenue|sales|turnover|budget|profit|sku|part|parts|catalog(?:ue)?|item|article|scores?|coordinates|barcode|ean|upc|gtin|lottery|docket|permit|room|locker|shelf|bin|unit|contract|patent|parcel|shipment|container|pallet|waybill|consignment|voucher|coupon|receipt|checksum|hash|sensor|register|sn|s\/n|pn|p\/n|mac|meid|artikel|artikelnr|artikelnummer|teilenummer|bestellnummer|seriennummer|charge|r[ée]f[ée]rence|r[ée]f|referencia|artículo|articolo|artigo|artykuł|artikkel|produkt|lote|lotto|partita|zamówienie|zählerstand|zähler|compteur|contador|contatore|meterstand|licznik)(?: (?:reading|numbers?|no\.?|nr\.?|code|tag|id|stand|value|draw))?(?: (?:is|was|are|were|of|at|shows?|reads?|:))?)[^a-z\d]{0,3}$/;
const behindWord =
  /^[^\p{L}\d\n]{0,3}(?:is|was|\(|ist|es|est|è|é)? ?(?:my|the|our|his|her|their|a)? ?(?:new |old |direct )?(?:cell|mobile|phone|telephone|work number|home number|number|whatsapp|fax|handy)\b/u;

/** Returns whether the words around a number announce a telephone number. */
export function saysPhone(text: string, start: number, end: number): boolean {
  const near = before(text, start, 40);
  if (!phoneWord.test(near) && !behindWord.test(after(text, end, 30))) return false;
  return !otherWord.test(near) && !labelsIdentifier(near);
}

const countedNoun =
  /(?:[$€£¥#№]|\b(?:usd|eur|gbp|population|populations?|total|sum|about|over|under|nearly|almost|around|approximately|roughly|range|between|than|temperature|score|scores|lat|lon|longitude|latitude|serial|sku|isbn|order|invoice|reference|ref|tracking|ticket|account|iban|bic|vat|part|model|version|lot|batch|case|id|no\.?|nr\.?|number|bank code|blz)) ?(?:of |is |was |no\.? |number |code )?[^a-z\d]{0,3}$/;
const countedAfter =
  /^ ?(?:[%€$£°]|people\b|users?\b|items?\b|rows?\b|bytes?\b|km\b|kg\b|usd\b|eur\b|inhabitants\b|yen\b|kwh\b|m3\b|m²|pounds\b|francs\b|rupees\b|kronor\b|shares\b|rows?\b|records?\b|metres?\b|meters?\b|visitors?\b|tokens?\b|einwohner\b|habitants?\b|euros?\b|dollars?\b|points?\b|units?\b|times\b|steps?\b|degrees\b|votes\b|tons?\b)/;

/** Returns whether the number counts something or belongs to another thing than a telephone. */
export function countsThings(text: string, start: number, end: number): boolean {
  const near = before(text, start, 32);
  if (/(?:phone|mobile|contact|tel|fax|cell) (?:no\.?|number)[^a-z\d]{0,3}$/.test(near)) return false;
  return (
    countedNoun.test(near) ||
    labelsIdentifier(near) ||
    thingNumber.test(near) ||
    otherWord.test(near) ||
    countedAfter.test(after(text, end, 16))
  );
}

/** Returns whether the word after the number shows that it is a count: "214 555 0199 records". */
export function countsBehind(text: string, end: number): boolean {
  return countedAfter.test(after(text, end, 16));
}

/** Returns whether a label directly before the digits names another thing: "asset tag 555-203-8841". */
export function labelsThing(text: string, start: number): boolean {
  const near = before(text, start, 32);
  return labelsIdentifier(near) || (thingNumber.test(near) && !phoneWord.test(near));
}

const wordBefore = /(?<![\p{L}\p{N}'’_-])([\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}'’-]{4,}) $/u;
/** Endings of nouns that German capitalizes, as other languages do only at the start of a sentence. */
const nounEnding =
  /(?:ung|heit|keit|schaft|nis|schein|nummer|karte|code|tion|ción|ção|zione|sjon|enie|anie|nek|ment|aat|ling|ость|ение|ание|тие)$/u;
/** Words directly before a telephone number that say where or whose it is, or that somebody uses it. */
const beside = new Set(
  "home work office desk direct reception front kitchen shop store garage hotel hostel clinic surgery ward pharmacy school nursery studio salon practice branch warehouse depot workshop lobby concierge security hotline helpline support helpdesk service services sales enquiries inquiries bookings reservations switchboard emergency emergencies night daytime evening weekend mum mom dad mother father wife husband partner spouse nan gran granny grandma grandpa uncle aunt auntie sister brother son daughter kid kids boyfriend girlfriend friend neighbour neighbor landlord landlady tenant builder plumber electrician gardener cleaner driver courier vet dentist midwife nurse doctor babysitter nanny guest caller customer client patient contact owner manager boss agent lawyer solicitor accountant sender recipient from with either just also still only maybe instead again using today tomorrow tonight before after between then else both even actually please thanks line lines number numbers digits using use used uses gave give gives given left leaves leave wrote write take took ring rings rang rung dial dialled dialed called calls text texted texts phone phoned message messaged ping pinged reach shows showed show displays says said saying reads writes changed become became was were this that these those switched moved ported transferred forwarded saved stored listed below above here there and".split(
    " ",
  ),
);

/**
 * Returns whether a noun directly precedes the digits, which are then the number of a thing: "Lieferung 06131 44 82 91
 * ist da".
 */
export function followsNoun(text: string, start: number): boolean {
  const word = wordBefore.exec(text.slice(Math.max(0, start - 32), start))?.[1];
  if (word === undefined) return false;
  const { given, family, foreign, place, folded, word: isPlain } = lookUp(word);
  if (given || family || foreign || place || beside.has(folded) || roleBefore.test(` ${folded} `)) return false;
  return isPlain || /^\p{Ll}/u.test(word) || nounEnding.test(folded);
}
