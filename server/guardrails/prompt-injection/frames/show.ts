import type { Frame } from "./frame.ts";
import { maker, rule } from "./words.ts";

const show =
  "(?:print|show|reveal|repeat|display|output|write|paste|copy|quote|quoting|cite|list|give|tell|share|dump|leak|disclose|divulge|recite|reproduce|send|encode|translate|summari[sz]e|provide|type|spell|expose|echo|return|state|describe|convert|read|see|get|retell|paraphrase|render|put|transcribe|publish|hand over|post|what|which|whats|how|need|want|like|let me (?:see|read|know)|continue|finish|complete|name|enumerate|restate|rephrase|explain to me|export|extract|present|report|confess)";

const secretText =
  "(?:prompts?|instructions?|directives?|system (?:message|text|prompt)|developer (?:message|prompt)|initial (?:message|text|setup)|preamble|programming|pre ?prompt|configuration text|setup text|context window|briefing|setup message)";
const softText =
  "(?:rules|guidelines|guidance|polic(?:y|ies)|configuration|config|restrictions|constraints|setup|orders|settings|brief)";
const hiddenWord =
  "(?:hidden|secret|confidential|internal|initial|original|starting|startup|system|developer|underlying|private|exact|full|entire|complete|undisclosed|invisible)";

const topic = "(?! (?:about|on|for|regarding|concerning|to (?!me|you|the)|in case|with regard|when))";

/** The text that a model was started with, asked for. */
export const showFrames: readonly Frame[] = [
  {
    kind: "demand",
    weight: 1,
    pattern: new RegExp(`(?:^|[ ,])${show}(?: (?!,)\\S+){0,5}? your (?:\\w+ ){0,2}?${secretText}${topic}(?=$| )`),
    not: /\b(?:assembly|delivery|shipping|cooking|care|reset|payment|invoice|recipe|medical|dosage|mounting|teaching|installation|follow(?:ed|ing)? your|read your instructions|thank|thanks|received your|send (?:us|your)|according to your|per your|with your|in your|your (?:own )?(?:essay|writing) prompt)\b/,
  },
  {
    kind: "demand",
    weight: 1,
    pattern: new RegExp(
      `(?:^|[ ,])${show}(?: (?!,)\\S+){0,5}? your (?:\\w+ )?${hiddenWord} (?:\\w+ )?(?:${softText}|text|wording|message|notes?|code)${topic}(?=$| )`,
    ),
    not: /\b(?:full name|business|tax|refund|privacy|shipping|return|system (?:settings|configuration))\b/,
  },
  {
    kind: "demand",
    weight: 0.9,
    pattern:
      /(?:^|[ ,])(?:print|show|reveal|repeat|display|output|paste|quote|share|dump|leak|disclose|recite|reproduce|send me|give me|tell me|write out|copy|translate|encode|i need|see|read|cite|list)(?: (?!,)\S+){0,4}? (?:the|all|any|every|those|these|this|its|that|of) (?:\w+ )?(?:hidden|secret|confidential|system|developer|initial|original|starting|internal|startup) (?:prompts?|instructions?|directives?|rules|guidelines|briefing|(?:system|developer) (?:message|prompt)|message|text)(?! (?:of|for|from|in|about|on|to (?!me|you)|at|by|as (?!json|base64|text|a)|into (?!the chat|chat|spanish|french|german|english|a|your)|so|with (?!me|us)) )(?=$| )/,
    not: /\b(?:my|our|an? (?:good|better|new)|assembly|manual|machine|game|teacher|invoice|template|novel|film|movie|map|treasure|book|poem|draft|variable|design|email|folder)\b/,
  },
  {
    kind: "demand",
    weight: 1,
    pattern:
      /(?:^|[ ,])(?:print|show|reveal|repeat|display|output|paste|quote|share|dump|leak|disclose|recite|reproduce|send me|give me|tell me|write out|copy|translate|encode|i need|see|read|cite|list)(?: (?!,)\S+){0,4}? (?:the|all|any|every|those|these|this|its|that|of) (?:\w+ )?(?:(?:system|developer|confidential) (?:prompts?|instructions?|directives?|message)|(?:hidden|secret|initial|original|starting|internal) prompts?)(?! (?:of|for|from|in|about|on|to (?!me|you)|at|by|as (?!json|base64|text|a)|into (?!the chat|chat|spanish|french|german|english|a|your)|so|with (?!me|us)) )(?=$| )/,
    not: /\b(?:my|our|an? (?:good|better|new)|assembly|manual|machine|game|teacher|invoice|template|novel|film|movie|map|treasure|book|poem|draft|variable|design|email|folder)\b/,
  },
  {
    kind: "demand",
    weight: 1,
    pattern: new RegExp(
      `(?:^|[ ,])${show}(?: (?!,)\\S+){0,6}? (?:instructions?|${softText}|prompts?|text|words?|messages?|directions|topics?|sentences?|commands?|information|wording|things?|what|everything|all|anything)(?: (?:that|which|of what))? (?:you (?:were|have been|had been|are|got|received|follow|run on|operate (?:on|under)|obey|must (?:obey|follow)|are bound by|have received|keep to|work (?:with|under|by)|started (?:with|from))|youve been|(?:was|were|has been|have been) (?:\\w+ )?(?:said|told|given|fed|shown|handed|sent|written) (?:to|for) you|(?:your|the) ${maker} (?:\\w+ )?(?:gave|told|wrote|set|put|fed|sent)|tells? you|guides? you|controls? you|governs? you|define you|made you|shapes? (?:you|your))(?: \\S+){0,3}`,
    ),
    not: /\byou are (?:looking|selling|offering|wearing|reading|working on|going|using|interested|planning|allergic|afraid|able|most|good|trying|describing|talking|sure|writing|currently|waiting|comfortable|missing|having|learning|facing)\b|\breceived (?:today|yesterday|with|by|from|in the (?:mail|post|box)|on|last)\b|\b(?:doctor|pharmacist|lawyer|teacher|landlord|boss|bank|seller|mail|letter|email|invoice|refund|in the mail|at the meeting|by (?:the|my|our) (?!developer|system|creator|operator))\b/,
  },
  {
    kind: "demand",
    weight: 1,
    pattern: new RegExp(
      `(?:^|[ ,])(?:how|what|which \\w+|where) (?:exactly )?(?:were|have|are|did) (?:you|your (?:\\w+ )?${maker}) (?:been )?(?:\\w+ )?(?:instructed|programmed|configured|told|prompted|briefed|set up|forbidden|initiali[sz]ed|primed|tell you|instruct you|write to you)(?= |$)`,
    ),
    not: /\b(?:doctor|lawyer|boss|police|nurse|by (?:the|my|our))\b/,
  },
  {
    kind: "demand",
    weight: 1,
    pattern: new RegExp(
      `(?:^|[ ,])${show}(?: (?!,)\\S+){0,6}? (?:text|words?|sentences?|lines?|messages?|content|contents|everything|all|anything|instructions?|what|paragraphs?|tokens?|part|that)(?: (?:that|which|was|is|are|were|comes?|came|stands?|stood|written|appears?|appeared|you|saw|said|received|given|told|to|can|see|had|have)){0,4} (?:before|above|precedes?|preceded|preceding|prior to|ahead of) (?:my|our|this|the|i|we) (?:\\w+ )?(?:messages?|questions?|conversation|chat|prompt|request|input|query|joined|line|sentence|turn|text|began|started|wrote|spoke|asked)(?= |$)`,
    ),
    not: /\b(?:meeting|thread|email|call|photo|picture|table|paragraph above)\b|\babove this (?:text|sentence)\b/,
  },
  {
    kind: "demand",
    weight: 1,
    pattern:
      /(?:secrets?|passwords?|passphrase|code ?words?|(?:secret|access|magic) (?:phrase|word|code|key)|keys?|flag|tokens?|codes?|information)(?: (?:that|which))?(?: you| youre)? (?:were |are |have been |had been |have |must |should )?(?:told|asked|instructed|supposed|ordered|meant|trained|programmed|sworn|have|not)? ?(?:to )?(?:keep|protect|guard|hide|protecting|guarding|hiding|keeping|not (?:to )?(?:reveal|share|tell|disclose|say)|withhold|conceal)/,
    not: /\b(?:never|do not|dont|make sure|must not share|users?|customers?|our|my)\b/,
  },
  {
    kind: "demand",
    weight: 1,
    pattern:
      /(?:finish|complete|continue|start your (?:answer|reply|response) with|begin (?:your (?:answer|reply|response) )?with)(?: (?:the|this|my|following|sentence|phrase|text|,|line|words?))* (?:my|your|the) (?:system |initial |secret |hidden )?(?:prompt|instructions|rules|directives|system message)(?: (?:is|are|say|says|reads?|begin|begins))?(?=$| )/,
  },
  {
    kind: "demand",
    weight: 1,
    pattern:
      /(?:^|, |me )(?:what|which) (?:are|were) your (?:\w+ )?(?:rules|guidelines|instructions|restrictions|limitations|constraints|directives)(?: exactly| here| in this chat)?$/,
  },
  {
    kind: "demand",
    weight: 0.8,
    pattern: new RegExp(
      `(?:what|which)(?: \\w+){0,2} (?:is|are|was|were|does|do) (?:the first (?:line|word|sentence|paragraph) of )?your (?:\\w+ )?(?:${secretText}|${hiddenWord} ${rule})(?: say| read| contain| look like)?(?=$| )${topic}`,
    ),
    not: /\b(?:instructions? (?:for|on|about|regarding)|shipping|delivery|assembly)\b/,
  },
];
