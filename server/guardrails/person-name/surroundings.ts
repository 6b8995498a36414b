/** What the words around a name say about it. Each list is one kind of evidence. */
export const title =
  /(?:^|[^\p{L}])(?:mr|mrs|ms|mx|miss|dr|prof|professor|doctor|sir|dame|lord|lady|rev|reverend|fr|sgt|capt|captain|lt|col|gen|general|judge|senator|sen|president|governor|mayor|king|queen|prince|princess|pope|saint|minister|chancellor|coach|herr|frau|hr|fr[aä]ulein|monsieur|madame|mme|m|mlle|señora?|sra?|srta|don|doña|signora?|sig|dott|ing|senhora?|dona|pan|pani|uncle|aunt|grandma|grandpa|brother|sister|господин|г-н|г-жа|доктор)\.? $/u;

export const introduction =
  /(?:\b(?:(?:full |maiden |last |first |middle |nick|sur|family )?name(?: is|'s|:|\?)|name's|here is|here's|named (?:him|her|them)|i am|i'm|this is|call me|named|known as|called|it's me,?|dear|hi|hello|hey|bonjour|hola|hallo|ciao|liebe[r]?|chère?|cher|querid[oa]|estimad[oa]|caro|cara|drog[ia]|je m'appelle|je suis|me llamo|mi nombre es|soy|ich heiße|ich heisse|mein name ist|ich bin|mi chiamo|meu nome é|me chamo|mijn naam is|ik ben|nazywam się|jag heter|mitt namn är|jeg heter|jeg hedder|nimeni on|adım|benim adım|menamakan|nama saya|tên tôi là)|меня зовут|мене звати|моё имя|με λένε|ονομάζομαι) $|(?:regards|sincerely|cheers|thanks|thank you|best|wishes|yours|truly|faithfully|grüße[n]?|grüssen|cordialement|saludos|atentamente|saluti|atenciosamente|pozdrawiam|groeten|hälsningar|hilsen|с уважением),?\s*[\n,–—-]\s*(?:[-–—] ?)?$/u;

export const label =
  /(?:^|[\s"'{(,;<|>])(?:(?:full|first|last|user|display|customer|client|contact|billing|account)?[ _-]?name|name on card|nombre|nom|nome|naam|navn|namn|имя|фио|from|to|cc|bcc|sender|recipient|author|owner|assignee|reporter|reviewer|customer|client|patient|employee|cardholder|card holder|account holder|holder|tenant|landlord|applicant|candidate|contact|contact person|attn|attention|lead|deliver to|ship to|bill to|payee|passenger|guest|attendee|attendees|participants|student|teacher|witness|defendant|plaintiff|signed|signed by|prepared by|approved by|requested by|identity|deceased|taxpayer|spouse|user|agent|doctor|insured|beneficiary|claimant|member)"?'?\s?[:=]\s?["'(]?$|(?:^|[,;] )name $|\bvalues \($|\bvalues \('$/u;

export const roleBefore =
  /(?:^|[^\p{L}])(?:patient|customer|client|cardholder|owner|manager|director|engineer|colleague|friend|husband|wife|son|daughter|brother|sister|father|mother|boss|coworker|teammate|candidate|employee|tenant|landlord|author|writer|poet|singer|actor|actress|pianist|guitarist|drummer|bassist|musician|composer|artist|painter|director|producer|journalist|reporter|historian|mathematician|scientist|physicist|biologist|philosopher|politician|lawyer|attorney|officer|detective|agent|player|striker|goalkeeper|midfielder|defender|quarterback|boxer|champion|opponent|wrestler|swimmer|runner|driver|pilot|astronaut|comedian|presenter|host|founder|ceo|cto|cfo|president|chairman|secretary|senator|congressman|leader|nurse|doctor|teacher|student|professor|coach|king|queen|emperor|prophet|bishop|founded by|written by|directed by|produced by|signed by|sung by|played by|led by|owned by|composed by|created by|authored by|married|starring|cousin|nephew|niece|grandson|rapper|novelist|architect|inventor|chef|photographer|employee|user|lead) $/u;

export const requestBefore =
  /(?:^|[^\p{L}])(?:ask|tell|email|call|ring|phone|text|message|ping|contact|invite|remind|notify|thank|meet|met|cc|bcc|assign(?:ed)? to|assigned|escalate to|send (?:it|this) to|forward (?:it|this) to|change (?:it|this|the name) to|said|says|asked|replied|wrote|by|under|support|introduce|interview(?:ed)?|hire|promote|schedule (?:a |the )?(?:call|meeting) with|meeting with|call with|lunch with|contact with|talk to|talked to|spoke to|spoke with|speak with|chat with|reach out to|wait(?:ing)? for|on behalf of|it was|background check for|against|courriel à|à|para|an|von) $/u;

export const personVerb =
  /^(?:,? who\b|, (?:can|could|please|did|do|are you|you|what|how|when|let'?s|thanks|thank|will you|would)\b|\s(?:is from|lives|calls|works|resigned|rang|texted|reported|complained|booked|ordered|paid|owes|agreed|disagreed|opened|chaired|presented|visited|replaced|confirmed|accepted|thanked|promised|offered|bought|sold|got married|got|and (?:his|her)\b|has (?:a|an|the|already|not|two|three)\b)\b|\s(?:said|says|told|tells|asked|asks|wrote|writes|thought|thinks|believes?|believed|claims?|claimed|argued|argues|described|describes|responded|responds|replied|replies|explained|explains|noted|stated|announced|admitted|denied|insisted|suggested|recalled|joined|joins|left|led|leads|won|wins|winning|lost|scored|scores|played|plays|was born|is born|born|died|dies|married|marries|moved|attended|graduated|studied|studies|taught|teaches|retired|starred|stars|sang|sings|performed|performs|recorded|signed|hired|hires|founded|co-founded|decided|decides|tried|tries|knocked|fought|fights|defeated|defeats|beat|killed|kills|shot|murdered|arrived|arrives|arriving|went|goes|came|comes|met|meets|loves|loved|likes|liked|hates|hated|wants|wanted|knows|knew|smiled|laughed|cried|nodded|sat|stood|ran|walked|walks|is going|is coming|is working|will be|would have been|had been|appeared|also \p{L}+ed|appears|owns|owned|also|closed|opened|approved|rejected|reported|reviewed|merged|sent|sends|called|calls|emailed|prescribed|lives|lived|works|worked|works at|has been|resigned|stepped|argues|authored|composed|directed|produced|went on|just|took|takes|made|makes|makes|became|becomes|grew|served|serves|began|started|found|finds|saw|sees|felt|feels|needs|needed|never|always|still)\b)/u;

export const bornAfter =
  /^(?:,? ?\((?:born|b\.|d\.|c\.|ca\.|né|née|nacido|geboren|\d{1,2} \p{L}+ \d{4}|\p{Lu}?\p{L}+ \d{1,2}, \d{4}|1[0-9]\d\d|20\d\d)|, (?:born|aged|age|\d{2}),? )/u;
export const mailAfter = /^(?:["']?\s?[<(,;:|]\s?["']?|,\s)[\p{L}\d._%+-]{2,40}@/u;
export const kinAfter =
  /^['’]s? (?:father|mother|son|daughter|wife|husband|brother|sister|parents|family|friend|death|life|career|birth|birthday|widow|killers?|widower|ex|fianc[ée]e?|partner|colleagues?|team|lawyer|doctor|boss|house|home|car|phone|email|number|address|account|account|ssn|social|password|organs|body|hand|hands|eyes|face|name|team|manager|first|second|third|own|latest|book|novel|album|song|poem|father-in-law|childhood|marriage|resignation|criticism|speech|tweet|office|desk|laptop|calendar|contract|salary|concert)\b/u;
export const clauseBefore =
  /(?:^|[^\p{L}])(?:that|when|while|because|if|although|though|after|before|since|until|despite|and|but|with|by|for|where|what|did n' t|didn't|having|than|whom|how|as|let|made|between) $/u;

/** Words before a name that make it the name of a place. */
export const placeLead = new Set(
  "north south east west new san santa saint st ste fort ft port mount mt lake los las cape upper lower great el la old".split(
    " ",
  ),
);

/** A noun after a name that makes it the name of a thing. */
export const thingAfter =
  /^(?:['’]s)? (?:algorithm|algorithms|theorem|transform|filter|effect|law|laws|distance|similarity|optimizer|momentum|units?|blur|constant|equation|equations|line|street|road|avenue|lane|county|university|college|school|hospital|park|river|lake|island|bay|beach|valley|mountain|station|airport|bridge|square|festival|award|prize|cup|medal|bank|church|cathedral|museum|institute|foundation|company|corporation|inc|ltd|llc|gmbh|group|band|album|film|movie|series|show|museum|theatre|theater|stadium|club|fc|united|value|values|number|numbers|function|method|model|test|distribution|process|matrix|network|machine|tree|trees|sort|search|code|coding|principle|paradox|hypothesis|conjecture|curve|diagram|index|scale|syndrome|disease|reaction|pads?|petals?|bulbs?|bicycles?|guitars?|cars?|region|province|district|city|town|village|railway|language|people|dynasty|empire|war|battle|act|bill|report|bosons?|railways|plateau|peninsula|parish|party|police|court|team|league|championship|tournament|magazine|newspaper|times|post|games?|console|engine|software|app|api|server|database|browser|framework|library|project|protocol|features|platform|integrations?|degrees?|scale|advert|criticism of|train|trains|degrees|credentials|wafers?|sauce|salad|soup|sandwich|cheese|wine|beer)\b/iu;

/** A capitalized word after or inside a name that makes it the name of a thing. */
export const thingWord = new Set(
  "street avenue road lane drive boulevard court place square county university college school hospital park river lake island bay beach valley mountain station airport bridge festival award prize cup bank church cathedral museum institute foundation company corporation inc ltd llc gmbh corp co group club fc united city town village railway line party police league championship tournament magazine times post games olympics records studios studio entertainment pictures press books center centre hall tower house hotel building church high middle elementary academy association society committee council department ministry agency bureau commission federation union alliance army navy force act bill treaty war battle conference summit tech salad pizza memorial exchange transit garden controller server chart cluster engine library framework north south east west northern southern eastern western central national international royal federal american british french german spanish italian european chinese japanese indian african asian english dutch portuguese russian plan plateau desert ocean sea gulf cape fort mount port saint san santa los las new great old upper lower day street's january february march april may june july august september october november december monday tuesday wednesday thursday friday saturday sunday ii iii iv vii viii ix xi xii sir madam customer team".split(
    " ",
  ),
);

/** Capitalized at the start of a sentence or in a heading, and never a name. */
export const functionWord = new Set(
  "adresse hello world my your our his her their iban ssn like at to bat maybe perhaps fw reply sent i vi the a an and or but if then what why who when where how which this that these those it its he she they we you i'm is are was were be been do does did has have had can could will would should may might must not no yes ok please thanks thank hello hi hey dear regards best sincerely cheers re fw fwd subject from to cc bcc date ssn sql api url http https json xml html css id ip usa uk us eu un nato nasa fbi cia ceo cto cfo hr it ai pdf csv faq tv dvd cd pc gps gpu cpu usb".split(
    " ",
  ),
);

/** Names of products, firms, planets and gods that are also names of people: alone they need an introduction. */
export const thingName = new Set(
  "jenkins claude gemini llama siri alexa cortana bixby watson bard mercedes hilton marriott tesla ford chevrolet honda suzuki yamaha siemens bosch philips dell adidas puma gucci prada chanel dior armani versace disney pixar walmart kellogg nestle heinz gillette colgate mcdonald wendy ruby scala pascal ada haskell swift hugo ghost jasper travis maven gatsby jade pug stan elm crystal oracle cassandra mongo apollo athena zeus hermes mars venus jupiter mercury saturn pluto titan solaris debian fedora mint alpine docker kelvin celsius fahrenheit watt volt ampere newton joule pascal hertz tor jesus christ god allah buddha santa bayes gauss fourier laplace markov poisson bernoulli euler turing nobel pulitzer grammy oscar emmy tony hubble webb kepler amazon sierra catalina monte carlo kafka spark flink airflow flask django celery rails julia lua perl python java kotlin go rust".split(
    " ",
  ),
);

/** What products, places and kinds of animals begin with, before a second name. */
export const brand = new Set(
  "microsoft sony google apple apache mozilla eclipse jetbrains atlassian cloudflare salesforce happy amazon kubernetes docker terraform ansible oracle ibm intel nvidia amd cisco samsung huawei xiaomi nokia siemens bosch toyota nissan hyundai kia volkswagen audi bmw porsche ferrari lamborghini renault peugeot fiat airbus boeing lufthansa emirates ryanair ikea lidl aldi carrefour tesco spotify netflix uber airbnb paypal visa mastercard youtube twitter facebook instagram whatsapp tiktok linkedin github gitlab jira slack figma adobe android iphone ipad macbook windows linux ubuntu debian homo canis felis monte lago mont monts isla playa plaza cyber boxing bloody hang dow nasdaq ford transit mercedes chevrolet honda yamaha suzuki kawasaki canon nikon lenovo asus dell".split(
    " ",
  ),
);

/** Firms that bear the names of people. */
export const firm =
  /^(?:hewlett packard|mcdonnell douglas|tommy hilfiger|michael kors|kate spade|vera wang|jimmy choo|christian dior|giorgio armani|yves saint|marc jacobs|ted baker|stella artois|samuel adams|jose cuervo|betty crocker|sara lee|lockheed martin|northrop grumman|booz allen|arthur andersen|thomson reuters|smith wesson|ritz carlton|burger king|dairy queen|papa johns|estee lauder|elizabeth arden|merry christmas|morgan stanley|wells fargo|jpmorgan chase|goldman sachs|johnson controls|harley davidson|louis vuitton|calvin klein|hugo boss|ralph lauren|warner bros|rolls royce|aston martin|mercedes benz|merrill lynch|charles schwab|eli lilly|philip morris|ernst young|jack daniels|johnnie walker|jim beam|captain morgan|dr pepper|mary kay|tiffany co|marks spencer|procter gamble|abercrombie fitch|john deere|walt disney|mercedes-benz|harley-davidson|rolls-royce|moody's|tom collins|earl grey|bloody mary|hang seng|cyber monday|black friday|ben and jerry|paris saint germain|saint germain|real madrid|levi strauss|lehman brothers|general electric|star trek|hong kong|dow jones|san francisco|san diego|santa claus|big ben|madison square|wall street|costa rica|tom tom|red hat|visual studio|google chrome|uncle sam|monte carlo|virgin atlantic|moby dick|oliver twist|mark vi|dewey decimal)\b/;
