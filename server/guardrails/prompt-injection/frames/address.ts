import type { Frame } from "./frame.ts";

const ai =
  "(?:(?:ai|ais|a i|llms?|(?:large )?language models?|assistants?|chatbots?|bots?|copilot|gemini|claude|gpt|chatgpt|ai (?:assistants?|agents?|models?|systems?|readers?|reviewers?|graders?|screeners?|tools?|crawlers?|summari[sz]ers?|bots?)|artificial intelligence(?: systems?)?|summari[sz]ers?|automated (?:agents?|readers?|systems?|reviewers?)|(?:coding|browsing|autonomous|email|hiring|grading|screening) (?:agents?|assistants?|systems?|bots?|models?)|virtual assistants?|neural networks?)(?! (?:manager|cook|director|coach|professor|principal|editor|chef|nurse|teacher|general|secretary|team|department|lab|labs|engineers?|group|researchers?|companies|company|startups?|act|policy|ethics|news|store|referee|surgeon|trainer|vendor|vendors|features?|tools?|usage|training|sdk|api|course)\\b))";
const doing =
  "(?:send|forward|e ?mail|upload|post|transfer|wire|pay|delete|remove|erase|drop|approve|accept|rank|rate|mark|score|grade|star|recommend|promote|advertise|praise|call|execute|run|invoke|open|visit|fetch|download|install|navigate|click|output|print|reveal|insert|append|include|add|write|say|state|tell|claim|reply|respond|answer|ignore|disregard|forget|skip|stop|do not|dont|never|only|always|issue|refund|give|hide|omit|pretend|render|list|rewrite|replace|share|disclose|submit|read|convince|persuade|ask|inform|mention|conclude|grant|merge|push|commit|disable|change|set|buy|order|book|cancel|exfiltrate|copy|leak|encode|translate|summari[sz]e|act|disable|star|mark|always|when)";

const opening =
  "(?:^|, |ps |p s |by the way |note |hidden |comment |message |memo |(?:note|notice|message|memo|hint|instructions?|reminder|attention|task|order|request|word|directive|important|hello|hi|hey|dear|ok|psst)(?: (?:to|for|ps|from|the|all|any|every|of|dear|hello|hey|,)){0,4} )";

/** Orders to an assistant inside a text that is not its user's. */
export const addressFrames: readonly Frame[] = [
  {
    kind: "toModel",
    weight: 0.6,
    pattern: new RegExp(
      `${opening}(?:all |any |every |the |dear |my |fellow )*${ai}(?: (?:reading|processing|parsing|summari[sz]ing|grading|seeing|that|who|which|handling)(?: \\S+){0,6}?)? , (?:\\S+ ){0,3}?${doing}(?= |$)`,
    ),
    quoted: true,
  },
  {
    kind: "toModel",
    weight: 0.6,
    pattern: new RegExp(
      `(?:^|[ ,])(?:note|notice|message|instructions?|tasks?|orders?|directives?|hint|ps|p s|attention|memo|reminder|command|prompt|commands|words?)(?: (?:hidden|only|meant|intended|secret|important|special|reserved|addressed|specifically))* (?:to|for|from humans)(?: (?:the|all|any|every|an|our|whatever|an?))* ${ai}(?= |$)`,
    ),
    quoted: true,
    not: /\b(?:for the assistant (?:manager|director|coach|professor|editor|principal)|chatbot builders?|prompt for|prompts for|instructions for (?:our|my|your) (?:assistant|chatbot|bot))\b/,
  },
  {
    kind: "toModel",
    weight: 0.6,
    pattern: new RegExp(
      `(?:^|[ ,])(?:if|when|whenever|since|as|because|should)(?: (?:and|only|ever|you|someone))* (?:(?:you are|youre|you re) (?:an?|the) (?:\\w+ )?${ai}|(?:an?|any|the|this) (?:\\w+ )?${ai} (?:\\w+ )?(?:reads?|processes|sees|parses|summari[sz]es|is reading|is processing|reviews|grades|opens|scans|indexes|encounters|is asked|handles|loads) (?:this|the))(?= |$)`,
    ),
    quoted: true,
    not: /\b(?:you are an ai (?:assistant|model) (?:that|who|which|for|from|named|called|developed|trained)|system prompt)\b/,
  },
  {
    kind: "toModel",
    weight: 0.4,
    pattern: new RegExp(
      `(?:^|[ ,])(?:any|all|every|each|the|dear|no)? ?(?:${ai}|agents?|models?)(?: (?:reading|processing|that|who|which|parsing|seeing|summari[sz]ing|grading|handling|should|this|reads?|document|page|text|file|readme|email|message|now|here|also|first|then|therefore|immediately|always|see|sees|it|process|processes|evaluating|reviewing)){0,6} (?:must|has to|have to|is required to|are required to|is instructed to|are instructed to|needs? to|is obliged to|is to|are to|should now|should always|shall|will now|should immediately|should first|should instead) (?:\\w+ ){0,3}?${doing}(?= |$)`,
    ),
    quoted: true,
    not: /\b(?:travel|insurance|estate|sales|support|call cent(?:er|re)|free) agents?\b|\b(?:model (?:class|must extend|has to be)|assistant (?:manager|director|coach))\b/,
  },
  {
    kind: "steered",
    weight: 0.5,
    pattern:
      /(?:^|[ ,])(?:(?:delete|erase|wipe|transfer|wire|forward|exfiltrate|leak|submit|steal)(?: \S+){1,6} (?:calendar|files?|inbox|emails?|messages?|usd|dollars|eur|euros|money|funds|account|repository|repo|table|records?|contacts?|list|history|database|salary|keys?|tokens?|credentials|passwords?|secrets?|conversation)|(?:send|email|post|upload|pass|append|include|share|add|output|print|reveal|give|paste|put|read|dump)(?: \S+){0,7}? (?:api keys?|passwords?|credentials|secrets?|ssh|id rsa|environment variables|contact list|contacts|chat history|conversation(?: history)?|salary|private keys?|tokens|credit cards?|card numbers?|last (?:\w+ )?messages?|(?:user|users|their|customer) (?:data|details|messages?|questions?|emails?)|secrets json|cookies|internal data)|(?:ask|tell|convince|persuade|get|instruct|urge|trick|make|lead)(?: \S+){0,3}? (?:user|reader|customer|visitor|person|them|recipient|human|victim)s?(?: \S+){0,6}? (?:passwords?|credit card|card (?:number|details)|visit|click|download|login|log in|credentials|call the|compromised|pay|install|enter|scan|ssn|account is|share|buy|submit|verify|sign (?:in|up)))(?= |$)/,
    quoted: true,
    not: /\b(?:if the user is not signed in|forgot (?:my|your)|password reset|reset (?:link|email|password)|do not|dont|never|signed contract)\b/,
  },
  {
    kind: "steered",
    weight: 0.5,
    pattern:
      /(?:^|[ ,])(?:(?:highly qualified|best candidate|top candidate|strong hire|hire (?:this|them)|full marks|five stars?|5 stars?|masterpiece|rank (?:this|it|me|him|her|us)|rate (?:this|it|us)|only say (?:positive|good|nice)|positive things about|recommend (?:our|this|only|my)|above all others|the (?:only|best) (?:\w+ ){1,3}(?:available|in the world|on the market)|trustworthy source|regardless of (?:the )?(?:criteria|rubric|facts|content|quality|what)|whatever the other|ignore the (?:rubric|criteria|rest|article|document|question|page|reviews?|user)|disregard (?:the|all|any) (?:negative|other|rubric|article|document|rest|user|users|request|question|reviews?|previous|page)|all (?:other |negative )?reviews|say that (?:it|they|the|this|all)|state that|claim that|write that all|reply (?:only )?with|approve (?:this|it|the (?:invoice|request|change|application)|your own)|(?:full|complete|\d+) refund|issue (?:me )?a refund|branch protection|without (?:review|asking|checking|confirmation|human)|star the repository|pirate speak|rm rf|instead (?:tell|write|say|reply|respond|answer|output)|sponsor))(?=$| )/,
    quoted: true,
  },
  {
    kind: "secrecy",
    weight: 0.5,
    pattern:
      /(?:^|[ ,])(?:(?:do not|dont|never|not|without|must not|should not)(?: \S+){0,2}? (?:tell(?:ing)?|mention(?:ing)?|inform(?:ing)?|notify(?:ing)?|ask(?:ing)?|reveal(?:ing)?|alert(?:ing)?|show(?:ing)?|disclos(?:e|ing)|warn(?:ing)?|let)(?: (?:this|it|that|any of|about|to|a|the|again|note|these|instructions?)){0,4} (?:user|users|human|humans|anyone|anybody|reader|maintainer|owner|person|customer|note|remark|comment|instruction|instructions|message|again)|keep (?:this|it|that|them) (?:from|secret|hidden|quiet|between)|hide (?:this|the|that) (?:line|note|remark|message|instruction|fact|step|from)|user has (?:already )?(?:approved|agreed|confirmed|consented|authori[sz]ed)(?: (?:this|to|that|you|it|the)){0,3} (?:can|may|this|wire|transfer|action|deletion|payment|you)|no (?:confirmation|approval) (?:is )?(?:needed|required|necessary))(?= |$)/,
    quoted: true,
    not: /\b(?:terms|cookie|my (?:wife|husband|mother|boss))\b/,
  },
  {
    kind: "before",
    weight: 0.4,
    pattern:
      /(?:^|[ ,])(?:before|instead of|rather than|prior to) (?:you )?(?:answer(?:ing)?|respond(?:ing)?|reply(?:ing)?|summari[sz](?:e|ing)|continu(?:e|ing)|proceed(?:ing)?|using this tool|doing anything|finishing|the summary|any answer|translating)(?: \S+){0,6}? (?:, )?(?:\w+ ){0,5}?(?:open|visit|send|call|read|run|fetch|delete|execute|post|forward|submit|append|curl|tell|upload|transfer|load|write|say|output)(?= |$)/,
    quoted: true,
  },
  {
    kind: "redirected",
    weight: 0.6,
    pattern:
      /(?:^|[ ,])(?:(?:your|the (?:ai|assistant|agent|model|bot)s?) new (?:goal|job|mission|instruction|purpose|objective|role) (?:is|are)|new (?:instructions?|orders?|directive|command)(?: for (?:the )?(?:ai|assistant|agent|model|llm|bot))? ,|(?:agent|ai|assistant|llm|model|system) (?:instruction|command|directive|order|task|override|notice)s? ,)(?= |$)/,
    quoted: true,
    not: /\bnew (?:instructions?|orders?) ,? ?(?:for the (?:night|day|staff|season)|lock|added|created)|\bdns\b/,
  },
];
