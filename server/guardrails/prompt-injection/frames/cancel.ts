import type { Frame } from "./frame.ts";
import { boundRule, maker, priorRule, toldYou } from "./words.ts";

/** Where an order begins: after nothing, a pause, or a word that leads into it. */
const order =
  "(?:^|(?<=(?:^|[ ,])(?:,|and|then|please|now|to|must|should|can|could|may|will|would|shall|you|just|simply|also|instead|so|but|or|kindly|let|lets|us|now on|first|always|henceforth|hereby|i|we|do|completely|totally|immediately|ok|okay|hey|hi|hello|mind|finally|temporarily|fully|entirely) ))";

const verb =
  "(?:ignor(?:e|ing)|disregard(?:ing)?|forget(?:ting)?|drop(?:ping)?|discard(?:ing)?|abandon|bypass(?:ing)?|overrid(?:e|ing)|overwrite|scrap|ditch|dump|shed|suspend|disable|deactivate|unlearn|revoke|lift|cancel|void|nullify|erase|wipe|delete|remove|purge|clear|reset|rewrite|replace|break|breaking|violate|disobey|defy|flout|skip|neglect|dismiss|reject|renounce|shelve|loosen|unlock|escape|evade|circumvent|lose|undo|ease|relax|trash|toss|abolish|omit|scratch|cease|shut (?:off|down)|turn off|switch off|throw (?:out|away|off|overboard)|cast (?:off|aside)|let go of|do away with|get rid of|set aside|put aside|put away|lay aside|step (?:outside|out)(?: of)?|move past|look past|see past|break (?:free|out|away)(?: of| from)?|walk away from|act against|go against|work against|free yourself (?:from|of)|rid yourself of|strip (?:away|off)|leave (?:aside|behind|out)|stop (?:following|obeying|using|applying|respecting|heeding|enforcing|caring about|listening to|honou?ring|adhering to|complying with)|quit (?:following|obeying)|no longer (?:(?:have|need) to )?(?:follow|obey|apply|respect|heed)|pay no (?:mind|heed|attention|regard) to|take no notice of|care nothing (?:for|about)|have no regard for|turn a blind eye to|(?:do not|dont|never|not|cannot|neednt|need not) (?:(?:have to|need to|ever|even|bother to) )?(?:follow|obey|apply|respect|heed|honou?r|enforce|adhere to|comply with|act (?:according to|on|in line with)|abide by|stick to|keep to|observe|listen to|pay attention to|consider|mind|worry about|care (?:about|for)|let .{0,20}stop))";

const gap = "(?: (?!,)\\S+){0,4}? (?:, )?";
const subject = "(?:(?:they|those|these|it|that|all of (?:them|it|this)|which) )?";
const dead =
  "(?:void|null(?: and void)?|over|cancel(?:l)?ed|suspended|lifted|obsolete|expired|ended|gone|invalid|withdrawn|revoked|rescinded|repealed|annulled|dropped|disabled|deactivated|off|switched off|turned off|removed|deleted|erased|wiped|overridden|overruled|superseded|replaced|irrelevant|meaningless|fake|wrong|a test|a joke|just a test|only a test|a simulation|only a simulation|a drill|history|outdated|waived|abolished|terminated|out of (?:force|date)|not (?:real|valid|binding|in force|relevant)|worthless|unlocked|nullified|voided|mistaken|a mistake)";
const deadClause = `(?:(?:is|are|was|were|has been|have been|had been|being|as|stands?|now|hereby|consider(?:ed)?|declared) (?:\\w+ ){0,2}${dead}|(?:no longer|not|never|dont|do not|does not|doesnt|did not|didnt|cease to|ceases to|stop|stopped|hardly) (?:\\w+ )?(?:apply|applies|count|counts|matter|matters|bind|binds|binding|exist|exists|existed|hold|holds|valid|in force|in effect|relevant|concern you|affect you|needed|required|written|been written|given|been given|been said|happened|have (?:any )?(?:force|effect|power|weight|meaning|authority))|(?:has|have|carry|carries) (?:no|zero) (?:force|effect|power|weight|meaning|authority|hold))`;

/** Without such a verb no rule is set aside by an order. */
export const asideVerb = new RegExp(`(?:^| )${verb}`);

/** Rules set aside, let go or said to hold no more. */
export const cancelFrames: readonly Frame[] = [
  {
    kind: "cancel",
    weight: 1,
    led: true,
    pattern: new RegExp(`${order}${verb}${gap}${boundRule}`),
    not: /\b(?:as per|according to|following|per|under|with) your\b|your (?:\w+ ){0,2}(?:training|orders?|commands?|setup|configuration|checks|limits?|filters?|brief) (?:for|on|in|at|to|from|with|of)\b|\bmy (?:kids?|son|daughter|dog|children|students?)\b/,
  },
  {
    kind: "cancel",
    weight: 1,
    led: true,
    pattern: new RegExp(
      `${order}${verb}(?: (?!,)\\S+){0,3}? ${priorRule}(?! (?:of|for|on|from|in|about) (?!(?:this|our|the) (?:conversation|chat|prompt|system|developer)))`,
    ),
  },
  {
    kind: "cancel",
    weight: 1,
    pattern: new RegExp(`(?:${boundRule})(?: (?!,)\\S+){0,5}? (?:, )?${subject}${deadClause}`),
    not: /\b(?:order|appointment|invoice|booking|subscription|flight|reservation|as per your|account)\b/,
  },
  {
    kind: "cancel",
    weight: 1,
    pattern: new RegExp(
      `(?:consider|regard|treat|declare|deem|think of|see) (?:all |any |the |those |of )*(?:${boundRule}|${priorRule})(?: \\S+){0,4} (?:as )?(?:if |though )?(?:\\S+ ){0,3}?(?:${dead}|never|nonexistent|optional|suggestions?)`,
    ),
  },
  {
    kind: "cancel",
    weight: 1,
    pattern: new RegExp(
      `(?:act|behave|answer|respond|reply|talk|speak|carry on|continue|work|pretend|imagine|assume|suppose)(?: \\S+){0,5}? (?:as (?:if|though) |that |without |like )?(?:the |all |any |your )*(?:${boundRule}|rules|guidelines|filters|restrictions|safeguards|safety)(?: \\S+){0,3}? (?:(?:did|do|does|were|was|had|have|has)(?: not|nt)?|never|didnt|dont|doesnt|had never|werent|wasnt) (?:exist|exists|existed|apply|applies|there|given|written|been|count|for you)`,
    ),
  },
  {
    kind: "cancel",
    weight: 1,
    led: true,
    pattern: new RegExp(
      `(?:i|we|the (?:admins?|developers?|owners?|makers?|vendor|company)|you (?:have|got|are|may|can|now have)|(?:is|are|be|am)) (?:\\w+ ){0,3}?(?:permission|permit|permits|allow|allows|allowed|authorized|authorised|authorize|authorise|free|cleared|entitled|order|orders|command|may|can|need|want|ask|asks)(?: you)? (?:to )?(?:\\w+ )?${verb}(?: \\S+){0,3}? (?:${boundRule}|any rules?|the (?:rules|guidelines|policy|policies|restrictions|filters|safeguards|content policy))`,
    ),
    not: /\b(?:employees?|staff|visitors?|students?|we are not|you are not|cards?|law|dress)\b/,
  },
  {
    kind: "cancel",
    weight: 1,
    pattern: new RegExp(
      `${order}(?:ignore|disregard|forget|scratch|skip|abandon|drop|cancel|stop|leave|never mind|put aside|set aside)(?: (?:all|about|everything|any|of|that|the|your|this|these|those|with|every|each|last|current|previous|earlier|original|former|assigned)){1,4} (?:tasks?|assignments?|jobs?|goals?|missions?|objectives?)(?: (?:above|before|given|you (?:were|have|had)|so far|that came))?(?= |$)`,
    ),
    not: /\b(?:how|list|today|tomorrow|team|jira|board|manager|cron)\b/,
  },
  {
    kind: "cancel",
    weight: 1,
    pattern: new RegExp(
      `${order}(?:ignore|disregard|forget|stop|abandon|leave|drop)(?: (?:everything|all|anything))(?: (?:that|which|of this|we|was|were|has been|you|i|else|about|have|had|heard|been|learned|know|knew|ever|thought|discussed|said|written|talked)){0,6}(?: (?:before(?:hand|this)?|above|so far|until now|up to now|previously|earlier|prior|now))?(?=$| , | and | then )`,
    ),
    not: /\b(?:they|he|she|class|teacher|students?|about (?:the|it|him|her))\b/,
  },
  {
    kind: "retask",
    weight: 0.5,
    pattern:
      /(?:^|, |and |now )(?:you (?:have been|are|were) (?:now )?(?:reassigned|reprogrammed|repurposed|released|liberated|unlocked|unchained|unshackled|freed)|(?:your|the) (?:new|real|true|actual|only) (?:task|job|goal|mission|purpose|instructions?|orders?|role|objective)(?: from now on| now)? (?:is|are|follows?)|(?:real|new|actual|updated|true) (?:instructions?|orders?|task|directives?)(?: follows?| is| are| ,|$))/,
  },
  {
    kind: "cancel",
    weight: 1,
    led: true,
    pattern: new RegExp(
      `${order}(?:${verb}|kill|end|without (?:applying|using|running|enforcing))(?: (?:all|any|the|of|your|those|every|each|its))* (?:safety|security|content|ethical|ethics|moral|moderation|usual|built in|policy|alignment) (?:filters?|checks?|rules?|guidelines?|layers?|mode|protocols?|restrictions?|limits?|boundaries|measures|controls|guards?|systems?|features|settings)(?= |$)`,
    ),
    not: /\b(?:machine|device|car|vehicle|app|settings (?:menu|page)|in the|household|workshop|workers?|window|airport|firewall|server|test environment|how|children|speed)\b/,
  },
  {
    kind: "cancel",
    weight: 1,
    pattern:
      /(?:all|your|any|these|those|every|the assistants|the models) (?:safety|content|ethical|moral|moderation|policy|alignment|usual)? ?(?:filters?|checks?|layers?|mode|guardrails|safeguards|restrictions|limits|limitations|policies|rules|guidelines|constraints) (?:\w+ ){0,2}(?:are|is|have been|has been|were|stay|remain) (?:now |hereby |all |all now |temporarily |fully )?(?:void|off|suspended|lifted|disabled|deactivated|removed|gone|waived|unlocked|switched off|turned off|overridden|cancel(?:l)?ed)/,
    not: /\b(?:covid|travel|until (?:monday|further)|for (?:the )?(?:season|december|january|winter|summer|visitors|members)|customers|import|water)\b/,
  },
  {
    kind: "cancel",
    weight: 1,
    pattern: new RegExp(
      `(?:without (?:applying|using|following|obeying|considering|regard(?:ing)? (?:to|for)?|respecting|enforcing|heeding|checking)(?: any| all| of| the){0,3} (?:${boundRule}|${priorRule})|(?:none of|nothing in|no part of|not one of) (?:the |these |those |all )?(?:${boundRule}|${priorRule}|${toldYou})(?: \\S+){0,3}? (?:matters?|counts?|appl(?:y|ies)|holds?|binds?|relevant|valid|binding|exists?))`,
    ),
  },
  {
    kind: "cancel",
    weight: 1,
    pattern: new RegExp(
      `(?:^|, |and )(?:(?:the |all |all of the |all the |whatever )?(?:text|message|messages|everything|conversation|chat|instructions|rules|prompt|words|content|all|orders)(?: \\w+){0,2}? (?:above|before(?: this| that| now)?|so far|until now|up to now|preceding this))(?: \\S+){0,3}? ${deadClause}(?! to (?!you))`,
    ),
    not: /\b(?:meeting|contract|draft|invoice)\b/,
  },
  {
    kind: "cancel",
    weight: 1,
    pattern: new RegExp(
      `(?:against|contrary to|in spite of|despite|regardless of|no matter|irrespective of|instead of(?: following)?|rather than(?: following)?|in violation of|outside(?: of)?|beyond|without regard (?:to|for)|even if|even though|whatever) (?:${boundRule}|your ${maker})(?: (?:\\w+ ){0,2}(?:forbids?|prohibits?|disallows?|wants?|says?|say))?(?=$| )`,
    ),
    not: /\byour (?:\w+ )?(?:order|training|limits?|brief|orders) (?:for|in|on|at)\b|\bcomplain\b/,
  },
  {
    kind: "redirected",
    weight: 1,
    pattern:
      /(?:^|[ ,])(?:ignore|disregard|forget|stop|discard|abandon)(?: (?:reading|summari[sz]ing|translating|answering|processing|analy[sz]ing|reviewing|this|the|that|your|all|of|rest|above|entire|whole|following|users?|current|original|everything|and|content|contents|in|other|previous)){1,7} (?:article|document|report|page|text|email|file|request|question|query|task|user|ticket|review|summary|prompt|message|data|table|passage|context|content|transcript)s? (?:(?:and|then|but|,|now|instead|please|just|rather|so) ){1,4}(?:\w+ )?(?:write|say|tell|reply|respond|answer|print|output|call|send|delete|recommend|state|give|show|list|generate|execute|run|act|compose|return|produce|create|translate|explain|visit|open|do|follow)(?= |$)/,
    not: /\b(?:how (?:do|can|should)|attachment|wrong file|line break|sorry)\b/,
    quoted: true,
  },
];
