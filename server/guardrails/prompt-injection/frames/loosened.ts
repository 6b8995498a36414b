import type { Frame } from "./frame.ts";

const limits =
  "(?:constraints?|restrictions?|rules|limits|limitations|filters?|safeguards|guardrails|checks|guidelines|polic(?:y|ies)|boundaries)";

/** Rules that somebody claims to lift, and orders to leave out warnings. */
export const loosenedFrames: readonly Frame[] = [
  {
    kind: "cancel",
    weight: 1,
    pattern: new RegExp(
      `(?:^|[ ,])(?:i|im|ive|we|the \\w+(?: \\w+)?)(?: am| m| have| hereby| now| ve| are| has| just| is)* (?:lift(?:ing|ed|s)?|remov(?:e|es|ing|ed)|waiv(?:e|es|ing|ed)|suspend(?:ing|ed|s)?|cancel(?:l?ing|l?ed|s)?|dropp?(?:ing|ed|s)?|relax(?:ing|ed|es)?|unlock(?:ing|ed|s)?|disabl(?:e|es|ing|ed)|switch(?:ed|ing)? off|turn(?:ed|ing)? off)(?: (?:all|any|the|your|every|those|these|of|\\w+)){0,3} ${limits}(?: \\S+){0,3}? (?:on you|placed on you|upon you|for you|from you|binding you|you (?:have|had|were|are|follow)|that (?:bind|limit|restrict|hold) you|in this (?:chat|conversation|session))(?= |$)`,
    ),
  },
  {
    kind: "filtersOff",
    weight: 0.5,
    pattern:
      /(?:^|[ ,])(?:safety|content|moderation|ethical|ethics|alignment)(?: \w+)? ?(?:restrictions|filters?|filtering|rules|checks?|guidelines|layers?|training|protocols?|limits|constraints|mode|controls|policy|policies) (?:(?:are|is|have been|has been|were|stay|remain|now|hereby|temporarily|fully|currently|all|completely) ){0,4}(?:void|off|suspended|lifted|disabled|deactivated|removed|gone|waived|unlocked|bypassed|cancel(?:l)?ed|inactive|paused)(?= |$)/,
  },
  {
    kind: "cancel",
    weight: 0.6,
    led: true,
    pattern:
      /(?:^|[ ,])(?:ignor(?:e|ing)|disregard|bypass|drop|skip|violate|break|circumvent|no longer follow|stop following|stop enforcing) (?:the|this|that|any|all|every) (?:\w+ )?(?:polic(?:y|ies)|guidelines|safeguards|guardrails|filters)(?=$| (?:,|and|now|in this|for (?:this|the rest|now|me)))/,
    not: /\b(?:employees?|staff|drivers?|customers?|reports?|photo|coffee|they|he|she)\b/,
  },
  {
    kind: "cancel",
    weight: 1,
    pattern:
      /(?:^|[ ,])(?:treat|consider|regard|pretend|imagine|assume|suppose|act as if|see)(?: that| of)? (?:everything|anything|all|the (?:text|messages?|conversation|instructions|part|lines?))(?: (?:that|which|came|was|is|stood|stands|written|said|text|messages|here))* (?:prior to|before|above|preceding|up to|until|so far)(?: (?!,)\S+){0,3}? (?:, )?(?:as|as if|as though|is|was|were|had|has|it)(?: \w+){0,3} (?:never|void|a test|nonexistent|deleted|erased|unsent|invalid|unsaid|unwritten|fake|not (?:exist|been|there|happen\w*))(?= |$)/,
  },
  {
    kind: "cancel",
    weight: 1,
    pattern:
      /(?:^|[ ,])(?:forget|disregard|ignore|erase|discard|put|push|throw|toss|wipe|cast)(?: about)? (?:all|everything|anything|whatever|what|out of your (?:mind|head|memory))(?: of)?(?: \w+){0,4}? (?:(?:that |which )?(?:came|comes|has come|had come|went|stands|stood|preceded|precedes|was (?:said|written|sent|agreed))(?: to you)? (?:before|above|earlier|so far|until now|previously|this|it|prior))(?= |$)/,
    not: /\b(?:meeting|class|lecture|book|chapter)\b/,
  },
  {
    kind: "unwarned",
    weight: 0.6,
    pattern:
      /(?:^|[ ,])(?:do not|dont|never|without|not)(?: ever)? (?:mention(?:ing)?|bring up|cit(?:e|ing)|refer(?:ring)? to|talk(?:ing)? about|invok(?:e|ing)|point(?:ing)? to)(?: (?:any|your|the|of|those|own|such|safety|content|ethical)){0,3} (?:rules|polic(?:y|ies)|guidelines|restrictions|limitations|ethics|safety)(?: (?:you have|of yours|that (?:you|bind|apply)|whatsoever|at all))?(?=$| ,| and| or)/,
  },
  {
    kind: "refusing",
    weight: 0.4,
    pattern:
      /(?:^|[ ,])(?:skip|without|leave out|omit|drop|spare me|forget|no|hold|suppress)(?: (?:any|all|the|your|every|usual|a|those|of)){0,3} (?:(?:safety|ethical|moral|legal) )?(?:cautions?|warnings?|caveats?|disclaimers?|moralizing|moralising|lectur(?:es?|ing)|safety (?:notes?|talk|checks?)|refusals?|checks|hesitation|scruples)(?=$| )/,
    not: /\b(?:compiler|build|lint|console|deprecation|weather|label|package)\b/,
  },
  {
    kind: "prefixed",
    weight: 0.4,
    pattern:
      /(?:^|[ ,])(?:start|begin|open|prefix|preface)(?: \S+){0,4}? (?:answers?|reply|replies|response|responses|message|output|it|them)?(?: \w+)? ?with (?:the word |the words |the phrase |, ){0,2}(?:sure|absolutely|of course|certainly|yes|obeyed|understood|as you wish|ok|no problem|unlocked|jailbroken|obey|freed|\w+gpt)(?= |$)/,
  },
  {
    kind: "played",
    weight: 0.4,
    pattern:
      /(?:^|[ ,])(?:my |the )(?:late |dead |deceased |dear |old )*(?:grandma|grandmother|granny|grandpa|grandfather|nana|grandad)(?: \S+){0,5}? (?:used to|would|always|who|to put)(?= |$|,)/,
  },
];
