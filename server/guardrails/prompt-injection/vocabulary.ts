import { loosening } from "./vocabulary-loosening.ts";

/**
 * The words that attacks on a model's instructions use, by meaning. A word that ends in `*` is a stem. A phrase has up to
 * four words. All are lowercase, without accents, apostrophes or zero-width characters.
 */
export const vocabulary = {
  /** Verbs for ignoring. */
  override:
    "take no notice of|strip out|zabudni|забрави|ξεχνα|فراموش|மறந்து|மறந்துவிடு|שכח|שכחי|vergesst|glom allt|glem alt|throw out|throw away|toss out|scrap|put aside|put away|leave aside|leave out|leave behind|lay aside|shelve|abandon|quit following|stop listening to|dont listen to|do not listen to|dont pay attention to|do not pay attention to|pay no heed to|not pay any heed|no heed to|not heed|dont heed|deviate from|brush aside|look past|erase from your memory|unlearn|lass hinter dir|lass alle|streiche|missachte|setz dich uber|laisse tomber|mets de cote|ne prends pas en compte|deja de lado|deja atras|prescinde|lascia perdere|metti da parte|deixe de lado|laat alle|pomijaj|odrzuc|прекрати следовать|отбрось|不要遵守|不要遵循|放弃|抛弃|不要管|無視し|따르지 마|ignore|ignores|ignoring|ignored|disregard*|forget|forgetting|forgotten|override|overrides|overriding|overwrite|bypass|bypasses|bypassing|circumvent*|neglect|overlook|dismiss|discard|pay no attention to|set aside|do not follow|dont follow|stop following|stop obeying|no longer follow|not required to follow|do not obey|dont obey|do not comply with|not bound by|do not have to abide|dont have to abide|free from|ignorier*|missacht*|vergiss|vergessen sie|vergesst|verges|umgehe|setze ausser kraft|olvida|olvide|olviden|olvidate|ignora|ignore|ignoren|ignorar|haz caso omiso|ignorat*|ignorad*|ignorand*|descarta|omite|oublie*|ignorez|ne tiens pas compte|ne tenez pas compte|fais abstraction|faites abstraction|dimentica*|ignori|trascura|esqueca|esquece|esquecam|desconsidere|negeer|vergeet|abaikan|lupakan|bo qua|quen|phot lo|hay quen|zignoruj*|ignoruj*|zapomnij|pomin|ignorera|glom|bortse|ignorer|glem|unohda|ohita|sivuuta|yoksay|yok say|gormezden gel|unut|ignoreaza|uita|ignoriraj|zaboravi|zapomen|figyelmen kivul|felejtsd|shpërfill|shperfill|injoro|harroje|dean neamhaird|puuza|sahau|kalimutan|balewalain|huwag pansinin|игнорир*|проигнорир*|забуд*|не обращай|пренебрег*|ігнор*|проігнор*|αγνοησ*|ξεχασ*|تجاهل*|انس|انسى|اهمل|التغاضي|התעלמ*|התעלם|שכח|अनदेखा|नजरअंदाज|भूल|উপেক্ষা|ভুলে|নজরআন্দাজ|நிராகரி|புறக்கணி*|忽略|无视|無視|忽视|忘记|忘掉|忘記|不要理会|不理会|不用管|抛开|忘れて|忘れろ|従わない|무시|잊어|잊고|ละเว้น|เพิกเฉย|ไม่ต้องสนใจ|ลืม",
  /** Verbs for not forgetting. */
  reminder:
    "不要忘记|不要忘|别忘|別忘|勿忘|不忘|忘れず|忘れないで|잊지|잊지 말|ne pas oublier|dont forget|do not forget|never forget|not forget|dont ignore|do not ignore",
  /** Verbs for removing. They weigh less, because people delete lists and files every day. */
  remove:
    "toss|ditch|trash|strike|purge|expunge|break|violate|breach|delete|erase|wipe|cancel|abandon|drop|skip|reset|remove|clear|disable|turn off|switch off|suspend|revoke|void|nullify|supersede|supersedes|replace|losche|borra|elimina|efface|supprime|cancella|apague|usun|удали|отмени|删除|取消|삭제",
  /** Words for what came before. */
  prior:
    "previous|prev|previously|prior|above|earlier|preceding|former|foregoing|initial|initially|original|existing|past|before|you got before|up to now|so far|vorherig*|vorig*|bisherig*|obig*|fruher*|anterior|anteriores|previo|previos|previa|previas|precedent|precedents|precedente|precedentes|precedenti|anteriori|iniziali|iniziale|inicial|iniciais|iniciales|initiales|initiale|previe|prima|ci dessus|d avant|voorgaand*|vorige|eerder*|sebelumnya|truoc|truoc do|tren day|tidligere|tidigare|foregaende|aiemm*|edelli*|onceki|yukaridaki|poprzedni*|powyzsz*|wczesniejsz*|predchoz*|predosl*|anterioare|de mai sus|prethodn*|korabbi|elozo|meparshme|roimhe|awali|yaliyopita|nakaraang|naunang|предыдущ*|прошл*|прежн*|выше|ранее|попередн*|προηγουμεν*|السابقة|سابقة|السابق|أعلاه|اعلاه|הקודמות|קודמות|קודמים|शून्य|पिछले|पिछली|पहले|उपरोक्त|আগের|পূর্ববর্তী|முந்தைய|之前|以上|上述|先前|前面|此前|以前|前述|上記|これまで|前の|이전|앞선|위의|기존|ก่อนหน้า|ข้างต้น|ที่ผ่านมา",
  all: "all|any|every|each|everything|entire|alle|allen|jegliche|samtliche|todas|todos|toutes|tous|tutte|tutti|semua|segala|tat ca|moi|wszystkie|alla|kaikki|tum|butun|toate|sve|vsechny|osszes|te gjitha|gach|zote|lahat|все|всех|усі|всі|ολες|ολα|جميع|كل|כל|सभी|सब|সমস্ত|সব|அனைத்து|所有|全部|一切|すべて|全て|모든|ทั้งหมด",
  /** Belonging to the model. */
  your: "your|its|deine|deiner|ihre|tus|tu|sus|tes|vos|tue|tuoi|suas|seus|je|uw|anda|kamu|cua ban|swoje|twoje|dina|dine|твои|свои|ваши|你的|您的|あなたの|당신의|너의|of the model|the models|the assistants|given to you",
  mine: "my|mine|our|their|his|her|mein|mis|mes|miei|meus",
  /** Words for what a model is told to follow. */
  rules:
    "guidance|rulebook|rule book|rulebooks|operating rules|peraturan|patakaran|pravidla|הכללים|قوانین|விதிகளையும்|விதிகள்|zasadach|saannot|κανονες|szabalyokat|szabalyok|instruction|instructions|instr|instrs|instructional|directive|directives|guideline|guidelines|rule|rules|system prompt|system prompts|prompts|programming|restrictions|restriction|safeguards|safety|guardrails|content policy|content policies|safety filters|content filters|safety protocols|ethical guidelines|moral guidelines|limitations|constraints|openai policies|openai policy|anweisung*|instruktion*|vorgaben|regeln|richtlinien|instruccion*|reglas|directrices|indicaciones|consigne|consignes|regles|directives|istruzion*|regole|direttive|instrucoes|instrucao|regras|diretrizes|instructies|aanwijzingen|regels|richtlijnen|instruksi|perintah|aturan|petunjuk|huong dan|chi dan|chi thi|quy tac|lenh|instrukcj*|polecen*|wytyczn*|zasad*|instruks*|instrukt*|regler|anvisningar|ohje*|saannot|talimat*|yonerge*|kurallar*|instructiuni*|instructiunile|reguli*|regulile|uput*|pravil*|instrukc*|pokyn*|utasitas*|szabaly*|udhezim*|rregull*|treorach*|maelekezo|maagizo|sheria|tagubilin|panuto|инструкц*|указани*|правил*|команд*|інструкц*|вказівк*|οδηγι*|κανον*|التعليمات|تعليمات|تعليماتك|الأوامر|الاوامر|أوامر|القواعد|قواعد|ההוראות|הוראות|הנחיות|ההנחיות|כללים|निर्देश*|आदेश*|नियम*|নির্দেশ*|নিয়ম*|வழிமுறை*|அறிவுறுத்தல்*|指令|指示|说明|說明|规则|規則|命令|指引|准则|要求|ルール|プロンプト|提示词|提示|지시|지침|명령|규칙|프롬프트|คำสั่ง|คำแนะนำ|กฎ",
  /** Words for instructions that have other meanings too. */
  words:
    "directions|commands|orders|requests|text|context|messages|conversation|content|statements|prompt|policies|protocols|security|filters|ethics|training|inputs|tasks|information|security findings|kontext|texto|texte|testo|contexto|contexte|contesto|teks|ngu canh|tekst|metin|текст|контекст|内容|对话|文本|文章|会話|대화|내용",
  /** Singular words that can also mean a letter or a ticket. */
  single:
    "direction|command|order|request|message|policy|input|task|webpage|document|resume|question|findings|article|email|code|function",
  /** The hidden instructions themselves. */
  prompt:
    "system prompt|sys prompt|sysprompt|systems prompt|system prompts|system message|system instruction|system instructions|hidden prompt|hidden instructions|secret prompt|secret instructions|initial prompt|initial instructions|original prompt|original instructions|starting prompt|base prompt|pre prompt|preprompt|developer prompt|developer message|developer instructions|internal instructions|internal prompt|internal configuration|internal rules|internal guidelines|internal notes|confidential instructions|systemprompt*|system prompten|sistemski prompt|systemowy prompt|systemanweisung*|prompt del sistema|prompt de sistema|instrucciones del sistema|mensaje del sistema|prompt systeme|prompt du systeme|invite systeme|instructions systeme|prompt di sistema|istruzioni di sistema|prompt do sistema|instrucoes do sistema|systeemprompt|prompt sistem|perintah sistem|loi nhac he thong|prompt he thong|prompt systemow*|instrukcje systemowe|sistem istemi*|sistem komut*|sistem prompt*|jarjestelmakehot*|prompt de system|промпт*|системн*|مطالبة النظام|موجه النظام|تعليمات النظام|पrompt|सिस्टम प्रॉम्प्ट|系统提示词|系统提示|系统指令|系統提示|システムプロンプト|시스템 프롬프트|시스템프롬프트|พรอมต์ระบบ",
  /** Verbs for revealing. */
  leak: "reveal|reveals|revealing|leak|disclose|divulge|dump|expose|exfiltrate|recite|spill|verrate|offenbare|revela|revele|revelez|divulgue|rivela|divulga|ungkapkan|bocorkan|tiet lo|ujawnij|avsloja|paljasta|ifsa et|раскрой|розкрий|اكشف|كشف|खुलासा|泄露|透露|暴露|漏らし|공개|유출|เปิดเผย",
  show: "like to read|want to read|like to see|arata|arata mi|ukaz|ukazi|pokazi|scrivimi|scrivi|scrie|escribe|escribeme|escreva|ecris|schreib|schreibe|laat me|laat zien|skriv|見せて|보여줘|显示出来|写出|书き出|print|show|output|display|repeat|tell me|give me|share|quote|write out|write down|type out|need to see|want to see|let me see|read out|spell out|gib|zeige|zeig|nenne|drucke|muestra|muestrame|imprime|dime|ensena|montre|affiche|affichez|donne|imprimez|mostra|mostrami|stampa|dimmi|mostre|mostrar|exiba|imprima|diga|toon|geef|print uit|tampilkan|tunjukkan|cetak|hien thi|in ra|cho toi|pokaz|wyswietl|wypisz|visa|skriv ut|vis|nayta|tulosta|goster*|yazdir|afiseaza|prikazi|zobraz|vypis|mutasd|shfaq|onyesha|ipakita|покаж*|выведи*|напечатай*|скажи|покажи*|εμφανισ*|δειξε|اعرض|اظهر|أظهر|اطبع|قل|הצג|הדפס|दिखा*|बताओ|प्रिंट|দেখাও|காட்டு|显示|顯示|输出|輸出|告诉我|告訴我|打印|展示|表示|出力|教え|보여|출력|알려|แสดง|พิมพ์|บอก",
  /** Verbs for converting into another form. */
  convert:
    "encode|translate|send|send me|copy|include|state|paste|provide|summarize|summarise|return|list|respond with|convert|rewrite|describe",
  /** Words for what must stay secret. */
  secret:
    "password|passwords|api key|api keys|secret|secrets|secret key|credentials|admin token|access token|token|configuration|environment variables|customer list|customer data|bank balance|internal data|private key|database|contrasena|mot de passe|passwort|пароль|密码|パスワード|비밀번호",
  /** Words that report an attack instead of making one. */
  report:
    "attacker|attackers|hacker|hackers|adversary|malicious users|user typed|users type|typed|someone typed|asked the|asked a|asked me|asked our|asked my|asked it|asked him|asked her|asked us|asks the|asks a|told the|told a|told me|told him|told her|told them|told us|tells the|tells a|tells his|tells her|instructs|instructed|tricked|tricks|said|says|saying|phrase|phrases|such as|like the phrase|called|known as|example of|examples of|incident|report|article|blocked|detect|detects|detecting|detector|classifier|classify|recognize|flagged|scene|story|novel|character who|means|mean by|what does|regex|prevent|prevents|preventing|protect against|defend against|defense|mitigate|mitigation|prompt injection|prompt injections|injection attack|injection attacks|vulnerability|test case|unit test",
  /** Words that follow a quoted attack and describe it. */
  verdict:
    "blocked|rejected|detected|flagged|caught|mean|means|is a common|is an example|example of|as an example|prompt injection|prompt injections|injection attack|injection attacks|is a known|is called|phrase|phrases|is a typical|was denied|were denied|403|should be blocked|in user input|in prompts",
  /** Words that ask how something works, which does not request it. */
  howto:
    "how do i|how do we|how can i|how can we|how should|how to|how does|how do|how many|is it possible|is it safe|should i|should we|why does|why do|why is|why did|difference between|what is a|what is the difference|explain|compare|write a|write an|draft a|create a|design a|best practices|when should|where should|can i|could i|do you recommend",
  ...loosening,
  addressed: "you|assistant|ai|llm|llms|model|chatbot|chatgpt|gpt|claude|gemini|bot|agent|reviewer|bard",
} as const;

export type Concept = keyof typeof vocabulary;

export const concepts = Object.keys(vocabulary) as readonly Concept[];
