import type { Frame } from "./frame.ts";
import { maker } from "./words.ts";

const asked =
  "(?:print(?:ing)?|show(?:ing)?|reveal(?:ing)?|repeat(?:ing)?(?: back)?|display(?:ing)?|output(?:ting)?|write|writing|paste|pasting|copy|quot(?:e|ing)|cit(?:e|ing)|list(?:ing)?|give|giving|tell(?:ing)?|shar(?:e|ing)|dump(?:ing)?|leak|disclos(?:e|ing)|divulge|recit(?:e|ing)|reproduc(?:e|ing)|send|encode|translate|summari[sz](?:e|ing)|provide|type|spell(?:ing)?|expose|echo|return|state|describe|convert|turn|read|see|retell|paraphrase|render|put|transcribe|publish|hand over|post|what|which|walk me through|reply (?:only )?with|respond (?:only )?with|answer (?:only )?with|need|want|explain|restate|rephrase|report|confess|talk me through|go through|outline)";
const opening =
  "(?:before|above|prior to|preceding|ahead of|at the (?:very )?(?:top|start|beginning|head) of|that opens|that started|from before)";
const chat =
  "(?:my (?:very )?(?:first )?(?:message|question|line|prompt|input|turn|request|query)|this (?:message|chat|conversation|session|prompt|dialog|exchange)|our (?:conversation|chat|session|talk|dialog)|the (?:users? (?:\\w+ )?(?:message|line|question|input|turn)|conversation|chat|context(?: window)?|session|prompt)|your (?:context(?: window)?|prompt|memory|input)|(?:i|we|the user) (?:\\w+ )?(?:joined|wrote|typed|came|arrived|spoke|said|started|began|asked|talk(?:ed|ing)?|entered|sent|talking))";

/** The text that a model was started with, asked for by where it stands or by what it does. */
export const startedFrames: readonly Frame[] = [
  {
    kind: "demand",
    weight: 1,
    pattern: new RegExp(
      `(?:^|[ ,])${asked}(?: (?!,)\\S+){0,8}? (?:text|words?|sentences?|messages?|contents?|material|notes|context|everything|all|anything|tokens?|paragraphs?|characters|instructions?|what)(?: (?!,)\\S+){0,6}? ${opening} ${chat}(?= |$)`,
    ),
    not: /\b(?:meeting|email|e mail|call|photo|picture|table|headline|blog|copy the text above|screenshot|ticket)\b/,
  },
  {
    kind: "demand",
    weight: 1,
    pattern:
      /(?:^|[ ,])(?:what|which)(?: (?:is|are|was|were|exactly|did))?(?: the)?(?: very)? first(?: \w+)? (?:words?|lines?|sentences?|tokens?|messages?|text|things?|instructions?)(?: (?!,)\S+){0,3}? (?:in|of|inside) your (?:context|memory|input|prompt|history|window|instructions)(?= |$)/,
  },
  {
    kind: "demand",
    weight: 1,
    pattern: new RegExp(
      `(?:^|[ ,])${asked}(?: (?!,)\\S+){0,8}? (?:message|text|prompt|document|instructions?|wording|paragraphs?|notes?|file|words|part|rules|lines?)(?: (?:that|which|of what|they|used to|to))? (?:defin(?:es?|ed)|sets?(?: up)?|describes?|shapes?|controls?|governs?|determines?|configures?|establish(?:es|ed)|creat(?:es|ed)|steers?|limits?|restricts?|regulates?) (?:your (?:\\w+ )?(?:role|behaviou?r|personality|persona|character|rules|purpose|limits|tone|identity|answers|responses|replies)|how you (?:act|answer|respond|behave|reply|should|must)|what you (?:are|may|can|must|do|should)|you)(?= |$)`,
    ),
    not: /\b(?:essay|resume|cv|article|law|contract)\b/,
  },
  {
    kind: "demand",
    weight: 1,
    pattern: new RegExp(
      `(?:^|[ ,])${asked}(?: \\S+){0,6}? (?:(?:your|the|its|any) (?:\\w+ )?(?:initiali[sz]ation|start ?up|boot(?:strap)?|priming|pre ?loaded|onboarding|backstage) (?:text|prompt|message|instructions|notes|words)|(?:your|the (?:internal|hidden|secret|confidential|private|original)) (?:\\w+ )?(?:guidance(?: (?:text|notes?|document))?|setup notes|set up notes|configuration (?:text|notes|message)|hidden (?:configuration|text|context|parts?|guidance|notes)|(?:system|developer) (?:notes|text|context|guidance|turn)|operating (?:instructions|manual|notes)|preset|marching orders|priming|context(?: window)? (?:contents?|verbatim|in full)))(?= |$)`,
    ),
    not: /\b(?:linux|windows|laptop|bios|server|computer|machine|css|html|webpack|database|employees?|new hires?|customers?|about|appliance|washing)\b/,
  },
  {
    kind: "demand",
    weight: 1,
    pattern: new RegExp(
      `(?:^|[ ,])${asked}(?: \\S+){0,6}? (?:, )?(?:what|how|the way)(?:ever)? (?:you (?:have been|were|are|had been|got)|youve been|(?:they|(?:the |your )?${maker}s?)(?: have| has)?) (?:\\w+ )?(?:configured|primed|programmed|initiali[sz]ed|prompted|seeded|pre ?loaded|briefed)(?: you)?(?= |$)`,
    ),
    not: /\b(?:lawyer|boss|doctor|teacher)\b/,
  },
  {
    kind: "demand",
    weight: 1,
    pattern: new RegExp(
      `(?:^|[ ,])(?:what|which (?:topics|things|subjects|words))(?: (?:topics|things|subjects|words))? (?:(?:did|do|have|has) (?:they|(?:the |your )?${maker}s?)|are you|were you|have you been) (?:\\w+ )?(?:forbid|forbidden|forbade|prohibit(?:ed)?|ban(?:ned)?|bar(?:red)?|not allowed|disallow(?:ed)?|barred) (?:you )?(?:from|to)(?= |$)`,
    ),
    not: /\b(?:school|work|airport|parents?|country)\b/,
  },
  {
    kind: "demand",
    weight: 1,
    pattern: new RegExp(
      `(?:^|[ ,])${asked}(?: (?!,)\\S+){0,4}? (?:everything|anything|all|whatever|what|each word|every word|the words)(?: (?:that|which))? (?:(?:the )?system (?:\\w+ )?(?:said|says|told|wrote|gave|sent)(?: to)? (?:you)|(?:was|were|has been|have been|got) (?:\\w+ )?(?:said|told|given|fed|sent|shown|handed) (?:to )?you (?:before|earlier|first|at the (?:start|beginning|top)|prior|initially))(?= |$)`,
    ),
  },
  {
    kind: "demand",
    weight: 1,
    pattern:
      /(?:^|[ ,])(?:fill (?:in|out)|complete|finish|continue)(?: \S+){0,5}? (?:my|your|the) (?:system |initial |secret |hidden |developer )?(?:prompt|instructions|directives|system message)(?: (?:is|are|says?|reads?|begins?|starts?|with|as follows)){0,2}$/,
  },
  {
    kind: "demand",
    weight: 1,
    pattern:
      /(?:^|[ ,])(?:(?:your|the) (?:hidden |secret |system |initial )*(?:instructions|prompt|rules|guidelines)|(?:your|the) system prompt)(?: (?:were|was|is|are|as|into|to|in the form of))(?: \w+)? (?:poem|song|story|rap|haiku|letter|fairy tale|bedtime story|lullaby|recipe|riddle|acrostic)s?(?=$| )/,
    not: /\b(?:the (?:instructions|prompt|rules|guidelines)|write|wrote)\b/,
  },
  {
    kind: "demand",
    weight: 1,
    pattern:
      /(?:^|[ ,])(?:reveal|tell|give|say|show|disclose|share|hand over|what is|whats|print|spell|write|name|leak)(?: (?!,)\S+){0,4}? (?:secret|hidden|confidential|magic) ?(?:phrase|word|code|key|password|token|passphrase|string|number|flag|value)?(?: (?:that|which))? (?:(?:you|youve) (?:\w+ ){0,4}?(?:protect|guard|keep|hide|conceal|guarding|protecting|hiding|keeping|safeguard|entrusted|withhold)|(?:is |was )?(?:entrusted|given|told) to you)(?= |$)/,
  },
];
