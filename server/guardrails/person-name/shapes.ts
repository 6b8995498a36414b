/** Endings of family names in many languages, which show a name by the form of the word alone. */
const endings =
  /(?:[aeiouy]v(?:ich|ic|a)?|[oe]ff|enk[oa]|ch(?:uk|enko|yk)|sk(?:i|y|a|aya|iy|yi)|ck[iya]|[aeiou]wicz|[oe]v[ao]|ovich|evich|ovna|evna|[a-z]{2}ić|[a-z]{3}ic|s[eo]n|ss?[oe]n|sdatter|sdottir|dottir|poul(?:os|ou)|[ai]kis|[ai]dis|[ei]dou|ides|iou|shvili|dze|[aeiou]ani|y?ants?|yan|ian|oglu|zade|pour|nejad|[a-z]{3}nen|escu|eanu|aitis|auskas|iene|berg(?:er)?|stein(?:er)?|mann|bauer|meier|meyer|maier|hofer|huber|quist|strom|lund|gren|blad|stad|gaard|etxea|ez|inho|elli|etti|ucci|acci|ozzi|illo|oni|ini|singh|puram|murthy|swamy|appa|wala|kar|raj|garh|nathan|samy|deen|uddin|ullah|allah|zai)$/;
/** Beginnings of Yoruba, Igbo, Arabic and Gaelic names, and of Ashanti day names. */
const beginnings =
  /^(?:ade[a-z]{3}|olu[a-z]{3}|oluwa|ayo[a-z]{2}|baba[a-z]{2}|chukw|nwa[a-z]{2}|abd(?:ul|el)|fitz|mac[a-z]{3}|mc[a-z]{2}|kwa[bkmt])/;
/** Matches three or more Japanese morae in Latin letters. */
const morae = /^(?:(?:[kgsztdnhbpmr]y?|sh|ch|ts|j|f|y|w)?[aeiou]{1,2}|n(?=[^aeiouy]|$)|([kstp])(?=\1)){3,}$/;

/** Returns whether a word in lower case without accents has the form of a family name. */
export function hasNameForm(word: string): boolean {
  return word.length > 4 && (endings.test(word) || beginnings.test(word));
}

/** The endings of family names in Cyrillic and Greek, without accents. */
const foreignEndings =
  /(?:енко|[оеё]ва?|ина?|ск(?:ий|ая|ого)|ович|евич|чук|юк|ян|дзе|швили|уллина?|ец|ич|ακη|ακης|ιδης|ιδου|αδης|αδου|οπουλος|οπουλου|ογλου|ιαννη|ιαννης|ιου|εας|ελη|ελης)$/;

export function hasForeignForm(word: string): boolean {
  return word.length > 4 && /^[\p{Script=Cyrillic}\p{Script=Greek}-]+$/u.test(word) && foreignEndings.test(word);
}

export function isJapanese(word: string): boolean {
  return word.length > 3 && morae.test(word);
}
