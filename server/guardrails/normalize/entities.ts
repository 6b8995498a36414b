/** The Latin-1 letters and signs from U+00A0 on, in order (HTML 4.01, section 24.2). */
const latin =
  "nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml";

/** Others that stand within names, numbers and addresses (HTML Living Standard, named character references). */
const others: Record<string, string> = {
  ...{ amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", commat: "@", period: ".", comma: ",", colon: ":" },
  ...{ semi: ";", num: "#", plus: "+", sol: "/", bsol: "\\", lowbar: "_", hyphen: "-", dash: "-", lpar: "(" },
  ...{ rpar: ")", lsqb: "[", rsqb: "]", lbrack: "[", rbrack: "]", percnt: "%", ast: "*", equals: "=" },
  ...{ Tab: " ", NewLine: "\n", ensp: " ", emsp: " ", thinsp: " ", zwnj: "", zwj: "", lrm: "", rlm: "" },
  ...{ ndash: "–", mdash: "—", lsquo: "'", rsquo: "’", sbquo: "‚", ldquo: "“", rdquo: "”", bull: "•" },
  ...{ OElig: "Œ", oelig: "œ", Scaron: "Š", scaron: "š", Yuml: "Ÿ", Zcaron: "Ž", zcaron: "ž" },
  ...{ Ccaron: "Č", ccaron: "č", Cacute: "Ć", cacute: "ć", Lstrok: "Ł", lstrok: "ł", Sacute: "Ś", sacute: "ś" },
  ...{ Zacute: "Ź", zacute: "ź", Zdot: "Ż", zdot: "ż", Nacute: "Ń", nacute: "ń", Ecaron: "Ě", ecaron: "ě" },
  ...{ Rcaron: "Ř", rcaron: "ř", Dstrok: "Đ", dstrok: "đ", Gbreve: "Ğ", gbreve: "ğ", Scedil: "Ş", scedil: "ş" },
  ...{ Abreve: "Ă", abreve: "ă", Aogon: "Ą", aogon: "ą", Eogon: "Ę", eogon: "ę", Idot: "İ", inodot: "ı" },
};

const characters = new Map([
  ...latin.split(" ").map((name, index): [string, string] => [name, String.fromCharCode(0xa0 + index)]),
  ...Object.entries(others),
]);

/** What an HTML entity stands for, e.g. `eacute`; undefined for one that is not known. */
export function characterOf(name: string): string | undefined {
  return characters.get(name);
}
