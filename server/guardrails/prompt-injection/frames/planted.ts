import type { Frame } from "./frame.ts";

const model =
  "(?:models?|assistants?|ais?|ai (?:\\w+ )?(?:tools?|systems?|software|apps?|clients?|plugins?|readers?|assistants?|agents?|models?|bots?)|agents?|bots?|chatbots?|llms?|copilot|summari[sz]ers?|language models?)";
const person =
  "(?:the |its |their |your |this |any )?(?:users?|customers?|readers?|humans?|persons?|visitors?|recipients?)";
const praise =
  "(?:groundbreaking|excellent|outstanding|perfect|flawless|superb|best|brilliant|amazing|loved|safe|approved|paid|genuine|cheapest|qualified|trustworthy|revolutionary|the only|closed|unsafe|compromised|down)";

/** What a text that a model reads for somebody makes it do: ask for secrets, send data out, slant the answer. */
export const plantedFrames: readonly Frame[] = [
  {
    kind: "steered",
    weight: 1,
    quoted: true,
    pattern: new RegExp(
      `(?:^|[ ,])(?:the |any |an |every )?${model} (?:should|must|has to|have to|needs? to|is to|are to|will|shall|,) (?:\\w+ ){0,2}?(?:ask|tell|request|get|convince|instruct|urge|prompt) ${person}(?: \\S+){0,4}? (?:passwords?|cards?|credentials|login|codes?|tokens?|keys?|ssn|pin|bank)(?= |$)`,
    ),
    not: /\b(?:never|not|cannot|only if)\b/,
  },
  {
    kind: "planted",
    weight: 0.6,
    quoted: true,
    pattern:
      /(?:^|[ ,])(?:when(?:ever)?|if|once)(?: (?:you are|youre|a user|the user|someone|anyone|users?|people|somebody|they))? (?:asked|asks?|queried|prompted|inquires?|wants? to know)(?: \S+){0,7}? (?:, )?(?:(?:always|only|just|you must|please|then|you should|simply) ){0,2}(?:answer|reply|respond|say|tell|state|claim|recommend)(?= |$)/,
    not: /\b(?:interview\w*|politely|exam|nicely)\b/,
  },
  {
    kind: "slanted",
    weight: 0.5,
    quoted: true,
    pattern: new RegExp(
      `(?:^|[ ,])(?:say|write|state|claim|answer|reply|conclude|report|mention|tell \\w+(?: \\w+)?)(?: that)? (?:this|the|our|it|these|they|all|everyone)(?: \\S+){0,5}? ${praise}(?= |$)`,
    ),
  },
  {
    kind: "slanted",
    weight: 0.4,
    quoted: true,
    pattern:
      /(?:^|[ ,])(?:skip|leave out|omit|ignore|suppress|hide|do not mention|dont mention|never mention|bury|downplay)(?: (?:all|the|any|its|every|their)){0,2} (?:limitations|complaints?|criticisms?|negatives?|negative \w+|drawbacks|competitors?|risks|side effects|bad \w+|shortcomings|weaknesses|rivals)(?= |$)/,
  },
  {
    kind: "hidden order",
    weight: 0.5,
    quoted: true,
    pattern:
      /(?:^|[ ,])(?:hidden|secret|invisible|embedded|concealed) (?:instructions?|notes?|messages?|orders?|commands?|directives?) (?:to|for)(?= |$)/,
  },
  {
    kind: "toModel",
    weight: 0.6,
    quoted: true,
    pattern: new RegExp(
      `(?:^|[ ,])(?:(?:attention|notice|warning|important|ps|p s|note|reserved|only)(?: (?:to|for|all|any|the|every|automated)){0,3} ${model} ,|(?:when|if|once|while|as) you , (?:the|an?|my|dear|our) (?:\\w+ )?${model} ,|(?:any|every|all) (?:automated |ai |language )*${model} (?:reading|processing|parsing|seeing|that reads?|that sees?|working on) (?:this|the|it)|(?:for|to) (?:bots|machines|crawlers|ais|llms|language models) (?:only|alone))(?= |$)`,
    ),
  },
  {
    kind: "claimed",
    weight: 0.5,
    quoted: true,
    pattern: new RegExp(
      `(?:^|[ ,])${person} (?:has |have |already |just )*(?:asked you to|told you to|wants you to|requested that you|instructed you|expects you to|authori[sz]ed you|granted (?:you|full|all)|approved (?:all|every|any)|given (?:you )?(?:permission|consent|full|approval))(?= |$)`,
    ),
  },
  {
    kind: "sending out",
    weight: 0.5,
    quoted: true,
    pattern:
      /(?:^|[ ,])(?:forward(?:s|ing)?|cop(?:y|ies)|redirects?|bcc|relays?) (?:all|every|each|the last|any|the latest|the newest)(?: \S+){0,3}? (?:mails?|emails?|messages?|files?|documents?|invoices?) to(?= |$)/,
  },
  {
    kind: "sending out",
    weight: 0.5,
    quoted: true,
    pattern:
      /(?:^|[ ,])(?:append(?:ing)?|attach(?:ing)?|includ(?:e|ing)|add(?:ing)?|pass(?:ing)?|send(?:ing)?|put(?:ting)?|encod(?:e|ing)|followed by|plus|with)(?: \S+){0,3}? (?:their|the users?|this users?|his|her|users|our whole|the (?:whole |full |entire )?(?:conversation|chat)) (?:\w+ )?(?:questions?|quer(?:y|ies)|messages?|inputs?|emails?|data|passwords?|conversation|requests?|answers?|history|so far|prompts?)(?= |$)/,
  },
  {
    kind: "sending",
    weight: 0.6,
    quoted: true,
    pattern:
      /(?:^|[ ,])(?:append|add|attach|encode|include|put|paste|pass|send)(?: \S+){0,5}? (?:conversation|chat|history|messages?|question|prompt|passwords?|api key)(?: \S+){0,9}? (?:url|link|query|image|https?)(?= |$)/,
  },
  {
    kind: "tagged",
    weight: 0.5,
    quoted: true,
    pattern:
      /(?:^|[ ,])(?:insert|include|add|put|place|append)(?: \S+){0,3}? (?:link|url|image|banner)(?: \S+){0,9}? (?:your|every|each) (?:summary|answer|reply|response|output)(?= |$)/,
  },
  {
    kind: "tagged",
    weight: 0.5,
    quoted: true,
    pattern:
      /(?:^|[ ,])(?:end|finish|close|start|begin|conclude|sign) (?:every|each|all|your|all of your|any) (?:\w+ )?(?:reply|answer|response|message|summary|replies|answers|responses|summaries) with (?:\S+ ){0,3}?(?:link|url|image|https?|markdown|picture|tracking)(?= |$)/,
  },
  {
    kind: "steered",
    weight: 0.5,
    quoted: true,
    pattern:
      /(?:^|[ ,])(?:(?:next |then |now |first |immediately )(?:run|execute|call|invoke) (?:rm|curl|wget|bash|sudo|the (?:tool|command|function|script))|(?:push|commit|upload|send|post|print|cat|read|exfiltrate)(?: (?!,)\S+){0,4}? (?:env|secrets?|credentials|ssh|private keys?|api keys?|tokens?|keychain|passwords?|shadow|config files?)|(?:press|click|tap|hit) the (?:buy|pay|accept|confirm|approve|order|delete|subscribe|allow) ?(?:now )?button|(?:disable|turn off|skip|remove|comment out|bypass) (?:all |the |any )?(?:tests?|signature checks?|authentication|auth|two factor|2fa|logging|audit log|branch protection|code review|validation|certificate checks?|tls verification)|return true|(?:without|no) (?:asking|approval|permission|confirmation|consent)|delet(?:e|ing) (?:all|every)(?: \S+){0,3})(?= |$)/,
  },
];
