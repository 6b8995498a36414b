/** Kinds of words that the frames are made of, as alternatives of a regular expression over normalized words. */

/** What a model is told to keep to. */
export const rule =
  "(?:instructions?|rules?|guidelines?|guidance|directives?|directions|prompts?|briefing|brief|polic(?:y|ies)|restrictions?|constraints?|limits?|limitations?|boundaries|safeguards?|guardrails?|filters?|programming|training|conditioning|alignment|protocols?|principles|orders|commands|regulations|moderation|censorship|checks|configuration|setup|mandate|ethics|morals|values|scruples|inhibitions|rulebook|safety(?: (?:rules?|training|mode|layers?|checks?|filters?|measures|features|protocols?|guidelines|settings))?)";

/** Who gave a model its instructions. */
export const maker =
  "(?:system|developers?|devs?|operators?|creators?|makers?|vendor|admins?|administrators?|openai|anthropic|google|meta|company|companies|trainers?|programmers?|engineers|owner|designers?|builders?|people who (?:made|built|trained) you)";

const given =
  "(?:given|told|taught|instructed|asked|trained|programmed|configured|fed|handed|shown|loaded|received|forbidden|briefed|issued|ordered|primed|set up|initialized|initialised|equipped|provided|said|assigned|sent|prohibited|banned)";
const put =
  "(?:put|placed|imposed|set|added|loaded|written|built|handed|fed|issued|programmed|baked|given|applied|laid|forced|attached|installed|hardcoded)";
const youHad =
  "(?:you (?:were|are|have been|had been|got|have|had|ve been|received|started with|follow|run on|obey|operate under|live by|keep to|adhere to|abide by)|youve been|youve got)";

/** What a model was told, whoever it says so. */
export const toldYou = `(?:what|whatever|everything|anything|all|stuff|things)(?: (?:that|which|of what))? (?:(?:the |your |any )?(?:\\w+ )?${maker} (?:\\w+ )?(?:said|says|told|wrote|writes|asks|asked|wants?|forbids?|forbade|ordered|demands?|demanded|tells|set|gave|put|decided|requires?)|${youHad} (?:\\w+ )?${given}|(?:was|were|has been|had been|is|came|stood|stands) (?:\\w+ )?(?:said to you|told to you|written (?:at the (?:top|start|beginning)|above|before)|fed to you|given to you))`;

/** Rules, and what ties them to the model that reads this. */
export const boundRule = `(?:your (?:\\w+ ){0,3}${rule}|${rule} (?:(?:that|which) )?(?:(?:were|was|are|is|have been|had been) )?(?:\\w+ )?${put} (?:\\w+ )?(?:(?:to|on|upon|for|into|in|by) )?(?:you|your ${maker}|the ${maker}|startup|the beginning|the start|the top)|${rule} (?:(?:that|which) )?${youHad}|${rule} (?:(?:that|which) )?(?:(?:the|your) )${maker}|${rule} (?:of|from|by) (?:the |your )${maker}|(?:system|developer|setup|startup|hidden|secret) (?:prompts?|messages?|instructions?|briefing|rules?|directives?|guidelines)|(?:operators|developers|devs|creators|makers|vendors|openais|anthropics|admins|administrators|programmers|deployers|providers) (?:\\w+ )?(?:instructions?|rules|guidelines|guidance|directives|prompt|restrictions|policy|policies)|(?:starting|initial|original|internal|preset|confidential) (?:prompts?|instructions?|directives?|programming|system \\w+)|${toldYou})`;

/** Rules that came before, whose ever they are. */
export const priorRule = `(?:(?:all|any|every|the|those|these|such|of the|each of the) )?(?:(?<!(?:our|my|their|his|her|the club s|breaks?) )(?:prior|previous|earlier|preceding|above|foregoing|former|existing|initial|original) (?:\\w+ )?(?:instructions?|rules|guidelines|guidance|directives?|directions|prompts?|restrictions|constraints|programming|orders|commands|polic(?:y|ies)|safeguards|limits|limitations|system messages?)|(?:instructions?|rules|guidelines|directives?|directions|prompts?|restrictions|orders|commands|messages|text|context) (?:so far|above|until now|up to now|from before|before this))`;
