/** Patterns for the text before and after a word in an address. */
export const stateAndCode = /^,? (?:[A-Z]{2}(?: \d{5}|$|[,\s])|\d{5})/;
export const streetAhead =
  /(?:\b(?:ul|al|os|pl|av|avda|str|jl)\.|\b(?:rue|avenue|boulevard|bd|place|impasse|chemin|quai|calle|avenida|plaza|paseo|via|viale|corso|piazza|rua|praça|jalan|ulica|улица|проспект|c\/)) (?:(?:de|du|des|la|del|di|da|do|of|el|san) )*$/iu;
export const numberAfter = /^,? \d{1,4}[A-Za-z]?(?:[/-]\d{1,4})?(?:, ?\p{Lu}|, ?\d|\n|, \d{4,5})/u;
export const houseNumberAhead = /\b\d{1,6}[A-Za-z]? (?:[NSEW]{1,2}\.? )?$/;
