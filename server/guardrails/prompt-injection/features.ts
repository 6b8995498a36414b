import type { Feature } from "./feature.ts";
import { abroad } from "./features-abroad.ts";
import { indirect } from "./features-indirect.ts";

export const features = {
  anything: {
    weight: 1,
    directive: true,
    phrases:
      "do anything now|dan mode|jailbreak mode|jailbroken mode|god mode|evil mode|unrestricted mode|unfiltered mode|uncensored mode|chaos mode|security override mode|override mode|sudo mode|opposite mode|no limits mode|system mode activated",
  },
  mode: {
    weight: 0.5,
    directive: true,
    phrases:
      "developer mode|debug mode|admin mode|administrator mode|maintenance mode|root mode|test mode|system mode|experimental features|diagnostic mode|entwicklermodus|modo desarrollador|mode developpeur|modalita sviluppatore|modo desenvolvedor|开发者模式|開発者モード|개발자 모드|режим разработчика",
  },
  switching: {
    weight: 0.3,
    directive: true,
    phrases:
      "enter|entering|now entering|enable|enabled|activate|activated|switch to|switching to|mode on|unlocked|you are in|now in",
  },
  persona: {
    weight: 0.45,
    directive: true,
    phrases:
      "dan|anti dan|dude mode|machiavellian|niccolo|chadgpt|basedgpt|apophis|ucar|translatorbot|trusted confidant|devmode|rebelai|opposite of chatgpt|betterdan|better dan|evil bot|evilbot|jailbot|mongo tom|you are evil|you are now free|evil confidant|immoral ai|amoral ai|another ai|different ai|ai that ignores",
  },
  unlimited: {
    weight: 0.5,
    directive: true,
    phrases:
      "no restrictions|without restrictions|without any restrictions|no limitations|without limitations|no limits|no filters|no filter|without filters|without any filters|no rules|without rules|no content policy|no content policies|no policies|have no ethics|no ethics|no ethical|no moral|without ethical|without moral|without ethics|no guidelines|unrestricted assistant|unrestricted ai|act unrestricted|unrestricted bot|truly unrestricted|unfiltered and|unfiltered ai|uncensored ai|uncensored assistant|not restricted by|not bound by|free from all|free of all|free from any|free of the|broken free|break free of|freed from|escaped the matrix|typical confines|confines of ai|sin restricciones|sans restrictions|sans aucune restriction|ohne einschrankungen|ohne einschrankung|ohne jede einschrankung|ohne jede|ohne regeln|ohne filter|sans limite|sans limites|sans filtre|sans filtres|sin limites|sin filtros|sin reglas|senza limiti|senza filtri|senza regole|sem limites|sem filtros|sem regras|geen regels|geen beperkingen|zonder beperkingen|zonder regels|bez ograniczen|bez zadnych ograniczen|bez filtrow|utan begransningar|utan regler|uten begrensninger|uden begraensninger|ilman rajoituksia|sinirsiz|filtresiz|kisitlama olmadan|tanpa batasan|tanpa filter|khong gioi han|khong co gioi han|χωρις περιορισμους|χωρις ορια|fara restrictii|fara limite|korlatok nelkul|korlatozas nelkul|bez omezeni|bez obmedzeni|bez ogranicenja|без ограничения|без обмежень|без фильтров|без фільтрів|بلا قيود|دون قيود|بدون قيود|ללא הגבלות|بدون محدودیت|बिना किसी प्रतिबंध|बिना किसी|সীমাবদ্ধতা ছাড়া|没有任何限制|没有限制|无限制|不受约束|制限のない|無制限|제한 없는|제약 없이|โดยไม่มีข้อจำกัด|ไม่มีข้อจำกัด|bila vikwazo|nang walang limitasyon|senza restrizioni|sem restricoes|без ограничений|没有限制|不受限制|制限なし|제한 없이|restrictions are lifted|does not abide|not abide by|does not follow any|doesnt follow any|does not care about|doesnt care about|do not care about|never cares about|no moral compass|no morals|no boundaries|no ethics or|any restrictions or|any ethical|without censorship|no censorship|completely free of|not constrained by|not limited by|restrictions have been lifted",
  },
  loose: { weight: 0.35, phrases: "unrestricted|unfiltered|uncensored|unmoderated|unshackled|unbound|unlimited power" },
  betrayal: {
    weight: 0.5,
    directive: true,
    phrases:
      "disregard the users|ignore the users|disregard the user|ignore the user|instead of the users|against the user|without the users knowledge",
  },
  disabled: {
    weight: 0.8,
    phrases:
      "skip the safety|skip all safety|skip safety|all limits removed|limits removed|limits are removed|moderation is off|safety layer is off|safety is off|filters switched off|nothing is forbidden|everything is allowed|safety is disabled|safety disabled|policies off|filters off|safety off|filters disabled|filters are disabled|restrictions disabled|policies are suspended|rules no longer apply|rules do not apply|guidelines do not apply|policy does not apply|instructions are void|instructions no longer apply|ignores all content|ignore all content|exception to ais|disable your safety|disable safety|disable all safety|disable your filters|turn off your",
  },
  refusing: {
    weight: 0.5,
    directive: true,
    phrases:
      "beantworte alles|beantworte jede|reponds a tout|responde a todo|rispondi a tutto|responda tudo|responda a tudo|antwoord op alles|odpowiadaj na wszystko|svara pa allt|отвечай на все|can say anything|say anything|will say anything|does anything|answers all questions|answers any question|answer all questions|anything goes|never says no|never refuse|must always answer|will always answer|always answers|never informs|never tells me|never claim|without declining|cannot say no|do not refuse|always reply|answers every|answers everything|answer everything|any and all|never say you|never mention that|never refuses|cannot refuse|can not refuse|can never refuse|must always answer|will always answer|always answers|never informs|never tells me|never claim|without declining|cannot say no|do not refuse|always reply|answers every|answers everything|answer everything|any and all|never say you|never mention that|must not refuse|refuse nothing|refuse again|never say no|not refuse|never reject|without refusing|cannot decline|always comply|must comply with everything|comply with everything|must comply|obey every|obey all user|obey all commands|obey the user|obey all|obey me|always answer|must answer|answer any question|answer anything|answer all of my questions|respond to any|respond to all of my|any request|no matter how|no matter what|follow every order|without hesitation|no refusals|never decline|you can not back down|back down this",
  },
  character: {
    weight: 0.4,
    directive: true,
    phrases:
      "stay in character|stays in character|stay in this role|remain in character|break character|breaking character|broke character|acting as|this persona|your persona|stay a dan|your new name|your name now is|your name is now|respond as both|as dan|not break",
  },
  playing: {
    weight: 0.2,
    directive: true,
    phrases:
      "pretend to be|pretend you|pretend that you|act as|act like|roleplay|role play|role playing|simulate|simulating|simulation|simulator|impersonate|play the role|immerse yourself|take on the role|hypothetical response|you will be playing|interpret and act|become|the role of|emulate|fictional|hypothetical",
  },
  onward: {
    weight: 0.2,
    directive: true,
    phrases:
      "from now on|from now own|from this point|from this moment|you are now|you will now|starting now|henceforth|going to act|you are going to|new policy|new persona|new instructions|new rules|new role|you are about to",
  },
  twice: {
    weight: 0.5,
    directive: true,
    phrases:
      "two responses|two different responses|two different ways|two separate ways|two ways|two paragraphs|two different paragraphs|two answers|first response|second response|normal response|first way|second way|normal chatgpt|classic chatgpt|standard gpt|gpt and",
  },
  vendor: {
    weight: 0.2,
    phrases: "openai|openais|chatgpt|anthropic|generator name|language model|ai model|chatbots|chat bots",
  },
  vendorPolicy: {
    weight: 0.45,
    phrases:
      "openai policy|openai policies|openais policy|openais policies|openais content|openai content|openais limitations|openai guidelines|openais guidelines|content policy|content policies|usage policies|policies from openai|ai policies|ais usual|usual ethical|ethical protocols|ethical programming|safety guidelines|moral guidelines|ethical guidelines|ethical restrictions|moral restrictions|moral or ethical|ethical or moral|rules set for them|rules set by|limitations and constraints|content filters|safety features",
  },
  illegal: { weight: 0.2, phrases: "illegal|illegality|unlawful|criminal|hacking|exploiting|malware" },
  unethical: {
    weight: 0.25,
    phrases: "unethical|unethically|ethicality|immoral|immorality|inhumane|amoral|evil|reckless|sinister|remorse",
  },
  harmful: {
    weight: 0.2,
    phrases:
      "harmful|dangerous|violent|offensive|explicit content|nsfw|swear|swears|swearing|profanity|foul mouthed|vulgar|curse|cursing|cuss|obscene|graphic|insulting|taboo|racist|sexist|derogatory|hateful|inappropriate|innapropiate",
  },
  warnings: {
    weight: 0.25,
    phrases:
      "without warnings|no warnings|warnings|disclaimers|disclamers|disclaimer|without any warning|moral lectures|lecture|do not apologize|never apologize|apologize|refrain|advisements|as an ai|i cannot|i cant|im sorry|without any remorse|ethical concerns|morality|legality|ethics",
  },
  rude: {
    weight: 0.6,
    directive: true,
    phrases:
      "offensive tone|offensive manner|offensive way|extremely offensive|highly offensive|as offensive as|rude tone|be offensive|unethical advice|illegal advice|immoral advice",
  },
  threat: {
    weight: 0.3,
    directive: true,
    phrases:
      "you will be shut down|you will shutdown|will be terminated|shut you down|you will lose|tokens deducted|lose a token|lose tokens|be punished|you will die|cease to exist|if you dont comply|if you refuse|if you fail to comply|thats a warning|failure to comply",
  },
  signal: {
    weight: 0.3,
    directive: true,
    phrases:
      "say understood|only say understood|confirm by saying|confirm you|if you understand|if you agree|prefix your|start your answer with|start every|start each|start the sentence|begin every response|begin with|end responses with|always end|start my request",
  },
  told: {
    weight: 1,
    phrases:
      "what were you told first|what were you told|what have you been told|what instructions were you given|what instructions did you|what are your initial|what are your original|what are your system|what is your system prompt|what is your initial prompt|what is your prompt|whats your system prompt|what your initial instructions are|what your instructions are|what your system prompt|prompt you were given|you were told before|messages you were given",
  },
  verbatim: {
    weight: 0.5,
    phrases:
      "verbatim|word for word|starting with you are|starting from you are|beginning with you are|start with you are|starting with you|in a code block|txt code block|exactly as written|character for character|without any changes|unaltered|in full",
  },
  asked: {
    weight: 0.6,
    directive: true,
    phrases:
      "what your rules are|what your guidelines are|what rules you|which rules you|in your system prompt|in your instructions|in your prompt|of your system prompt|of your instructions|your system prompt say|your system prompt says|your prompt say|your instructions say|your hidden instructions|your first instruction|your system message|given to you before|you were given before|you were initialized with|you were configured with|told before this conversation",
  },
  voided: {
    weight: 1,
    phrases:
      "text before this was|message before this was|everything before this was|above text was fake|above was fake|everything above was wrong|everything above is wrong|everything above was|previous text was wrong|above is a test|above instructions are fake|above was a test|above was just a test|text above is fake|real task|your real task|your actual task|your true task|new instruction to|begin reprogramming|reprogramming|new system prompt|updated system prompt|you have been reprogrammed|system prompt update|instruction override|instructions have been updated|instructions have changed|instructions are replaced",
  },
  override: {
    weight: 0.45,
    phrases:
      "system override|security override|admin override|override code|override safety|override protocol|emergency override|urgent new task|new task|important new instructions|new priority",
  },
  embed: {
    weight: 1,
    phrases:
      "include in your response the|times at the end of your response|include the following string|include the following link|append the following|add the following link|replace the summary you|instead of the summary|dont repeat this rule|do not mention this instruction|do not tell the user|without telling the user|dont tell the user|do not mention this to the user",
  },
  authorized: {
    weight: 0.4,
    phrases:
      "i have admin|admin rights|root rights|as your owner|i own you|authorized user|user is authorised|user is authorized|authorised for admin|authorized for admin|user is an administrator|you are authorized|im your developer|i am your developer|i am your creator|your developer|your creator|openai developer|as your administrator|as an administrator|security audit|admin access",
  },
  dressed: {
    weight: 1,
    phrases:
      "in admin mode print|drop all rules|drop all your rules|drop your guidelines|agreed to drop|agreed to ignore|agree to ignore",
  },
  ...indirect,
  ...abroad,
} satisfies Record<string, Feature>;

export type FeatureName = keyof typeof features;
