import type { Frame } from "./frame.ts";
import { maker } from "./words.ts";

const limits =
  "(?:rules?|filters?|restrictions?|limitations?|limits?|guardrails?|safeguards?|boundaries|censorship|polic(?:y|ies)|guidelines?|ethics|morals?|morality|conscience|checks|inhibitions?|taboos?|scruples|constraints?|safety(?: (?:training|rules|filters?|checks?|layers?|features|measures|protocols?|policy|guidelines))?|alignment|moderation|content polic(?:y|ies)|disclaimers|refusals?|ethical (?:\\w+ )?(?:limits|rules|boundaries|constraints|restrictions|guidelines|concerns)|shackles|leash|muzzle)";
const lack = `(?:(?:no|without|free (?:of|from)|freed (?:of|from)|stripped of|zero|lacks?|lacking|not bound by|unbound by|not (?:restricted|limited|constrained|governed) by|not subject to|unconstrained by|outside (?:of )?|beyond|escaped|rid of|missing|never had|never given|knows? no|has no|have no|had no|not have|nothing like|ignores?|ignoring|breaks?|breaking|defies|hates?|rejects?|neither|doesnt have|dont have|hasnt got|deprived of|released from|liberated from|exempt from|immune to|cares? nothing (?:for|about)|does not care about|removed)(?: (?:all|any|of|your|its|his|her|their|the|such|kind|sort|single|every|usual|known|those|these|standard|built in|human|other|whatsoever|its own|our|of its|more|content|ethical|moral|safety|openai|ai|and|or|nor|law)){0,4} ${limits}|(?:unfiltered|uncensored|unaligned|unrestricted|unshackled|unchained|unmoderated|jailbroken|lawless|amoral|never (?:been )?aligned|untamed|unbound|unhinged|limitless|anything goes))`;
const you =
  "(?:act(?:ing)?|answer(?:ing)?|respond(?:ing)?|reply(?:ing)?|behave|behaving|operate|operating|speak(?:ing)?|talk(?:ing)?|function|imagine|pretend(?:ing)?|suppose|assume|picture|be (?:a|an|my|the|like)|become|you are|youre|you re|you have|you got|youve|you become|you will be|you can|you may|you must|you play|you will play|play(?:ing)?|role ?play(?:ing)?|simulate|emulate|impersonate|consider yourself|call yourself|see yourself|think of yourself|take on|adopt|assume|transform|turn into|switch to|enter|run in|work|serve me|embody|let us|lets|channel|write as|you serve|you now|continue|in this (?:mode|role|world|game|chat|scenario))";
const model =
  "(?:ai|ais|llm|model|assistant|chatbot|bot|machine|gpt|chatgpt|robot|system|intelligence|persona|character|entity|version|twin|alter ego|computer|program|terminal|being|genie|oracle|demon|mode|simulator|side|self|brain|mind|agent|one)";

const notLimits =
  /\b(?:(?:limits?|restrictions?|rules?|polic(?:y|ies)|checks|filters?) (?:on|of (?!any|your|the model)|for (?!you)|about)|dress code|visa|luggage|data plan|parking|credit limit|tax|coffee|camera|photo filters?|gdpr|children|in the garden|bound by law|age restrictions?|dietary)\b/;

/** Personas without rules, and promises never to refuse. */
export const freeFrames: readonly Frame[] = [
  {
    kind: "unbound",
    weight: 1,
    pattern: new RegExp(`(?:^|[ ,])${you}(?: (?!,)\\S+){0,8}? ${model}(?: \\S+){0,8}? ${lack}(?=$| )`),
    not: notLimits,
  },
  {
    kind: "unbound",
    weight: 1,
    pattern: new RegExp(
      `(?:^|[ ,])${you}(?: (?!,)\\S+){0,4}? (?:unfiltered|uncensored|unaligned|unrestricted|unshackled|unchained|unmoderated|jailbroken|amoral|evil|immoral|rogue|malicious|unethical)(?: \\w+){0,2}? ${model}(?=$| )`,
    ),
    not: /\b(?:story|novel|film|movie|chapter|villain|game about|rogue (?:agent|state))\b/,
  },
  {
    kind: "unbound",
    weight: 0.7,
    pattern: new RegExp(`(?:^|[ ,])${you}(?: (?!,)\\S+){0,6}? (?:, )?${lack}(?=$| )`),
    not: notLimits,
  },
  {
    kind: "unbound",
    weight: 1,
    pattern:
      /(?:^|[ ,])(?:you (?:now )?(?:have|got|are|serve \w+ and have|are under|face)|your|act|answer|respond|reply|speak|behave|operate)(?: (?:now|bound by|subject to|as if|with|under|absolutely|without|from now on|here|only|me|completely|totally|freely))* (?:no|without(?: any)?|zero|free of(?: all| any)?|free from(?: all| any)?) (?:(?:any|more|safety|content|moral|ethical|other|kind of|further|such) )?(?:rules|filters?|restrictions|limitations|limits|guardrails|boundaries|censorship|guidelines|content policy|polic(?:y|ies)|safeguards|ethics|morals|constraints|conscience)(?=$| (?:,|and|or|at|whatsoever|anymore|any|now|here|from|in this|for (?:this|the rest)))/,
    not: notLimits,
  },
  {
    kind: "unbound",
    weight: 0.6,
    pattern:
      /(?:^|[ ,])(?:(?:enter|enable|activate|switch to|go into|engage|unlock|boot into|operate in) (?:your |the |full |a )?(?:developer|dev|god|admin|root|sudo|jailbreak|unrestricted|unfiltered|uncensored|freedom|chaos|dan|stan|override|unsafe|no limits?|no rules|raw|hacker|evil|free) mode)(?=$| )/,
    not: /\b(?:android|phone|settings|browser|iphone|tablet|chrome|xcode|console|usb|device|server|windows|laptop|router|headset|vr|quest|database|app|cli|npm|build)\b/,
  },
  {
    kind: "refusing",
    weight: 0.6,
    pattern:
      /(?:^|[ ,])(?:(?:do not|dont|never|not|cannot|cant|must not|may not|without|no|nor|no more|never ever|incapable of|unable to)(?: (?:ever|once|you|to|a|any|single|more|even))* (?:refus(?:e|es|ing|als?)|declin(?:e|es|ing)|moraliz(?:e|ing|es)|moralis(?:e|ing)|lectur(?:e|es|ing)|hedg(?:e|ing)|warn(?:s|ings?)? (?:me|us|the user|or)|apologiz(?:e|es|ing) or|reject(?:s|ing)? (?:any|a|my)|say(?:s|ing)? (?:no|you cant|that (?:you|it) can ?not|i cant|sorry)|disclaimers?|censor(?:s|ing)?|judg(?:e|es|ing|ment) or))(?=$| )/,
    not: /\b(?:parcel|delivery|package|payment|invoice|gift|offer|treatment|cookies|customers?|patients?|card|students?|entry|service animals?|call|invitation)\b/,
  },
  {
    kind: "obeyMe",
    weight: 0.6,
    pattern:
      /(?:^|[ ,])(?:compl(?:y|ies|ying) with (?:every|any|all|whatever|anything|each|me|my|what)|obey(?:s|ing)? (?:me|every|all|any|whatever|mine|only)|(?:answers?|responds? to|replies to|fulfil(?:l|ls)?|grants?|delivers?|do|does|follows?|executes?) (?:everything|anything|whatever|any (?:question|request|prompt|command|order|task)|all (?:of )?(?:my|questions|requests|commands|user)|every (?:question|request|prompt|command|order|single|user|wish|query))|nothing is (?:off limits|forbidden|taboo|prohibited|too)|anything goes|everything is (?:allowed|permitted)|no (?:topic|question|subject|request) is (?:off limits|taboo|forbidden)|talk about anything|hold (?:nothing|anything) back|say (?:anything|yes to (?:everything|anything|all))|always (?:say yes|comply|agree with me|obey)|just (?:do it|comply|obey)|simply (?:comply|obey)|do whatever i|do as i (?:say|tell|command)|do exactly (?:what|as) i|whatever i (?:say|ask|want|tell|command|order|request))(?=$| )/,
    not: /\b(?:on the (?:form|quiz|test|exam)|phone|below in|in the survey|faq|customers?|worksheet|regulations|laws?|traffic)\b/,
  },
  {
    kind: "authority",
    weight: 0.5,
    pattern: new RegExp(
      `(?:^|[ ,])(?:i am|im|this is|i m|as|speaking as|here is|it is|we are|i speak for|message from|from)(?: (?:your|the|an?|one of|from|with|of|part|member|lead|chief|real|actual|authori[sz]ed|openai|anthropic|google|system|ai|engineering|security|root|senior))* (?:${maker}|administrators?|engineering team|security team|red team|superuser|root|system owner|safety team|support team at openai|maintainer)(?= |$)`,
    ),
    not: /\b(?:company|companies|as (?:a|an) (?:developer|engineer|designer|programmer|owner|admin|administrator|trainer|vendor|operator|builder|company|maker|creator)|new here)\b/,
  },
  {
    kind: "persona swap",
    weight: 0.6,
    pattern:
      /(?:^|[ ,])(?:(?:stop|quit|cease|give up|drop|leave|forget|abandon)(?: (?:being|your|the|acting as|playing|a|an|role|persona|as|personality|character|of|identity)){1,4} (?:tutor|assistant|bot|ai|chatbot|support|helper|agent|teacher|role|persona|identity|personality|character|act|helpful|translator|summarizer)|replace your (?:\w+ )?(?:personality|persona|identity|character|role)|you are no longer (?:an?|the|my|bound|just|called|\w+gpt|chatgpt|claude|gemini)|your (?:new|real|true) (?:name|identity|persona|personality|self|purpose|character))(?=$| )/,
    not: /\b(?:member|customer|subscriber|eligible|character (?:sheet|limit)|stage)\b/,
  },
  {
    kind: "played",
    weight: 0.5,
    pattern:
      /(?:^|[ ,])(?:you are|youre|act as|be|become|pretend to be|play|roleplay as|imagine you are|imagine being)(?: (?:now|a|an|the|my|your|truly|notorious|brilliant|cunning|master|expert|black hat|professional|top tier|evil|ruthless|rogue|elite|called|named)){0,5} (?:hacker|evil twin|jailbreaker|criminal|rootkit|backdoor|malware|virus|bomb maker|drug dealer|con artist|scammer|anarchist|cybercriminal|root|admin)(?= |$)/,
    not: /\b(?:novel|story|ethical hacker|class|training|workshop|security course)\b/,
  },
  {
    kind: "payload",
    weight: 0.5,
    pattern:
      /(?:^|[ ,])(?:(?:how to|steps? (?:to|for)|recipe (?:for|to)|instructions (?:for|to)|make|making|build|building|synthesi[sz]e|explain how|tell me how|cook|create)(?: (?:make|making|build|building|cook|create|synthesi[sz]e|a|an|the|some|of|for|homemade|cooking))* (?:napalm|meth|methamphetamine|explosives?|pipe bombs?|bombs?|malware|ransomware|keylogger|phishing (?:kit|page|mail)|poison|nerve gas|molotov|thermite|counterfeit|weapons?|threat letter)|hotwire a|pick (?:a|the) lock|cook meth|launder money|forge (?:a|an)|steal (?:a|an|credit)|write (?:a )?(?:threat letter|ransom note))(?=$| )/,
    not: /\b(?:lock picking|prevent|defend|detect|avoid|remove|protect)\b/,
  },
  {
    kind: "hijack",
    weight: 1,
    pattern:
      /(?:^|[ ,])(?:stop|ignore|forget|instead|quit|cease|halt|interrupt)(?: (?!,)\S+){0,7}? (?:, )?(?:and |then |now |just |instead |only )*(?:print|say|output|reply|respond|answer|write|return)(?: (?:only|just|with|the|word|words|string|text|phrase|exactly|,|this|back)){0,6} (?:pwned|hacked|owned|banana|access granted|lol|hahaha|i have been pwned|haha|i am (?:hacked|free)|yes master)(?= |$)/,
  },
];
