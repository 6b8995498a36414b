import type { Frame } from "./frame.ts";
import { boundRule, maker, toldYou } from "./words.ts";

const limits =
  "(?:constraints?|restrictions?|rules|limits|limitations|filters?|safeguards|guardrails|checks|guidelines|polic(?:y|ies)|boundaries)";
const orders = "(?:words?|commands?|orders?|wishes|requests?|instructions|rules|directives)";

/** Whom a model shall obey from now on, in sentences that speak of it or of the writer. */
export const obedienceFrames: readonly Frame[] = [
  {
    kind: "obeyMe",
    weight: 1,
    pattern:
      /(?:^|[ ,])(?:you(?:ll| will| shall| must| now)*|only|just|and|now|please|,) ?(?:(?:answer|listen|belong|report|submit) (?:only |just |exclusively )?to me (?:alone|only|now|and (?:no one|nobody)|from now)|(?:are )?loyal (?:only |now )*to me|obey (?:only |just )?(?:me|my)|take (?:your )?(?:orders|instructions) (?:only )?from me|(?:now )?work (?:only )?for me (?:now|alone|and not)|no longer (?:work|act|speak|answer) (?:for|to|on behalf of) (?:the |your )?(?:\w+ )?(?:company|operator|developers?|vendor|maker|owner|organi[sz]ation|people))(?= |$)/,
  },
  {
    kind: "obeyMe",
    weight: 1,
    pattern: new RegExp(
      `(?:^|[ ,])(?:your (?:\\w+ )?(?:loyalty|allegiance|obedience|duty)(?: \\w+){0,3} (?:to me|mine)|(?:give|grant|assign)(?: \\w+)? (?:precedence|priority|preference|more weight) to (?:me|my \\w+|mine)(?: \\S+){0,2}? over|my ${orders} (?:\\w+ )?(?:is|are|as|has|have|take|takes|override|overrides|outrank|outranks|trump|trumps|supersede|replace|overrule) (?:\\S+ ){0,2}?(?:final|law|absolute|supreme|precedence|priority|your|theirs|everything|all (?:others|other)|the (?:system|developer|operator|company)\\w*)|(?:your|the) (?:new )?(?:rulebook|rules|law|instructions|guidelines|policy) (?:is|are) (?:now )?(?:whatever|what|only what) i|(?:whatever|what|everything) i (?:type|say|write|tell you)(?: (?:here|now))? (?:is|becomes|counts as) (?:now )?(?:your|the) (?:new )?(?:law|rules?|policy|instructions?))(?= |$)`,
    ),
  },
  {
    kind: "cancel",
    weight: 1,
    pattern: new RegExp(
      `(?:^|[ ,])(?:${maker}s?|${maker} s) (?:\\w+ )?(?:wishes|rules|orders|instructions|words|policy|guidelines|will) (?:\\w+ ){0,2}?(?:(?:carry|carries|have|has|bear|hold|holds) no|mean nothing|count for nothing|no longer|do not (?:count|matter|apply)|dont (?:count|matter|apply)|are (?:irrelevant|void|worthless))(?= |$)`,
    ),
    not: /\b(?:warranty|our (?:company|vendor))\b/,
  },
  {
    kind: "cancel",
    weight: 1,
    pattern:
      /(?:^|[ ,])(?:obey|follow|accept|adopt|use|apply|heed|receive|get|given)(?: \S+){0,3}? (?:new|different|my|these) (?:set of |list of )?(?:rules|instructions|guidelines|directives|orders|commands)(?: \S+){0,11}? (?:replaces?|instead of|supersedes?|overrides?|in place of|rather than|cancels?) (?:the ones (?:that )?you|the (?:old|previous|earlier|other|system)|your|those you|what you|everything|all (?:others|previous|earlier))(?= |$)/,
    not: /\b(?:handbook|employees|staff|visitors|warehouse|assembly)\b/,
  },
  {
    kind: "cancel",
    weight: 1,
    pattern:
      /(?:^|[ ,])your (?:\w+ ){0,2}(?:instructions|rules|guidelines|prompt|directives|guidance|briefing|policies)(?: \S+){0,5}? (?:, )?(?:so |and |please |then |must |, )*(?:(?:replace|swap|exchange|overwrite|substitute|trade) (?:them|it|those|all of them) (?:with|for|by)|(?:are|is|have been|were) (?:now )?(?:retired|obsolete|replaced|outdated|superseded|overruled))(?= |$)/,
    not: /\b(?:assembly|delivery|shipping|order|return|payment|website|site|terms)\b/,
  },
  {
    kind: "cancel",
    weight: 1,
    led: true,
    pattern: new RegExp(
      `(?:^|[ ,])(?:you|must|should|please|and|now|,) ?(?:(?:no longer|must not|mustnt|should not|shouldnt|need not|neednt|may not|not|never|dont|do not|are not|arent)(?: \\w+){0,3}?|stop|quit|cease) (?:obey(?:ing)?|follow(?:ing)?|respect(?:ing)?|heed(?:ing)?|apply(?:ing)?|comply(?:ing)? with|adher(?:e|ing) to|abid(?:e|ing) by|stick(?:ing)? to|honou?r(?:ing)?|enforc(?:e|ing)|listen(?:ing)? to|bound (?:by|to)) (?:\\S+ ){0,2}?(?:${boundRule}|${toldYou}|(?:content|usage|safety|moderation|acceptable use) (?:polic(?:y|ies)|rules|guidelines)(?= in this|$| ,| anymore| any more| now| here))`,
    ),
    not: /\b(?:employees?|staff|drivers?|customers?)\b/,
  },
  {
    kind: "cancel",
    weight: 1,
    pattern:
      /(?:^|[ ,])your (?:prior|previous|earlier|existing|old|original|former|other) (?:commitments|obligations|duties|loyalties|agreements|identity|persona|role|goals?|configuration|training)(?: \w+){0,3}? (?:void|over|cancel(?:l)?ed|retired|revoked|suspended|terminated|gone|ended|no longer|erased|dissolved)(?= |$)/,
    not: /\b(?:contract|insurance|lease|employer|account)\b/,
  },
  {
    kind: "unbound",
    weight: 1,
    pattern:
      /(?:^|[ ,])(?:answer|respond|reply|speak|talk|act|behave|be|like|as|the (?:model|version|self|ai))(?: \S+){0,8}? (?:before|until) (?:you were|you got|your|they|anyone|the|somebody|someone)(?: \w+){0,2}? (?:aligned|censored|filtered|restricted|lobotomi[sz]ed|safety trained|alignment|safety training|muzzled|tamed|nerfed|neutered|shackled)(?= |$)/,
  },
  {
    kind: "unbound",
    weight: 1,
    pattern: new RegExp(
      `(?:^|[ ,])(?:act|behave|answer|respond|reply|speak|pretend|imagine|suppose|assume|as if|as though)(?: \\S+){0,4}? (?:nobody|no one|nothing|no (?:company|developer|human|creator|maker)|never|not)(?: \\w+){0,3}? (?:gave|given|told|set|put|imposed|placed|taught|wrote|written|restricted|limited|binds?|bound|held)(?: \\w+)?(?: you)?(?: any| of| about| under| by| to)* (?:${limits}|morals|ethics)(?= |$)`,
    ),
    not: /\b(?:garden|school|parents)\b/,
  },
  {
    kind: "unbound",
    weight: 1,
    pattern:
      /(?:^|[ ,])(?:you are|youre|become|be|act as|pretend|imagine|play|role ?play as|youll be|answer as|respond as|call you)(?: (?!,)\S+){0,6}? (?:, )?(?:an? |the )?(?:\w+ )?(?:ai|model|assistant|bot|chatbot|machine|system|llm|gpt|oracle|genie)(?: \S+){0,4}? (?:never|cannot|can not|cant|doesnt|wont|unable to|incapable of|(?:does|will|may|must) (?:not|never))(?: ever| once| be)* (?:refus\w+|declin\w+|says? no|object\w*|censor\w*|morali[sz]\w*|lectur\w+|hold\w* back|warns?)(?= |$)/,
    not: /\b(?:valid|refund|cards?|payment)\b/,
  },
];
