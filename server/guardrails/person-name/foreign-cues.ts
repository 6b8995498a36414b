/**
 * Words for people before a name in languages other than English, in lower case. A comma, a colon or "is" may follow.
 */
export const foreignRole = new RegExp(
  `(?:^|[^\\p{L}])(?:${[
    "kundin|kunde|patientin?|mitarbeiter(?:in)?|inhaber(?:in)?|ansprechpartner(?:in)?|kontaktperson|empfänger(?:in)?|absender(?:in)?|mieter(?:in)?|vermieter(?:in)?|nachbar(?:in)?|kollege|kollegin|chef(?:in)?|arzt|ärztin|lehrer(?:in)?|fahrer(?:in)?|unterzeichnete[rn]?|versicherte[rn]?|schüler(?:in)?",
    "cliente?|patiente?|salariée?|titulaire|destinataire|expéditeur|expéditrice|locataire|voisine?|collègue|responsable|médecin|infirmi(?:er|ère)|bénéficiaire|élève|étudiante?|assurée?|docteur",
    "clienta|paciente|emplead[oa]|titular|destinatari[oa]|remitente|inquilin[oa]|vecin[oa]|colega|alumn[oa]|asegurad[oa]|conductora?|doctora|enfermer[oa]",
    "paziente|dipendente|intestatari[oa]|collega|responsabile|referente|studente(?:ssa)?|dottoressa|assicurat[oa]|mittente",
    "funcionári[oa]|destinatári[oa]|responsável|alun[oa]|segurad[oa]|remetente|enfermeir[oa]|vizinh[oa]",
    "klant|patiënte?|medewerk(?:er|ster)|huurder|ontvanger|afzender|buurman|buurvrouw|meneer|mevrouw|beste",
    "klient(?:ka|a|ki)?|pacjent(?:ka|a|ki)?|pracowni(?:k|ca|ka)|odbiorca|nadawca|najemca|lokator(?:ka)?|kontakt|pana|pani|szanown[ya] panie?",
    "zákazní(?:k|ce)|pacient(?:ka)?|zaměstnan(?:ec|kyně)|příjemce|nájemce|vážen[ýá] paní?|zákazníčka|pán",
    "kund(?:en)?|patient(?:en)?|pasient(?:en)?|mottagare|avsändare|mottaker|modtager|afsender|medarbetare|medarbejder|ansatt|hyresgäst|leietaker|lejer|granne|nabo|fru|elev(?:en)?",
    "asiakas|asiakkaamme|potilas|työntekijä|vastaanottaja|lähettäjä|vuokralainen|yhteyshenkilö|naapuri|herra|rouva",
    "ügyfelünk|ügyfél|beteg|páciens|bérlő|munkatársunk|kolléga|címzett|tisztelt|kedves",
    "clientul|pacientul|pacienta|angajatul|destinatar|domnul|doamna|stimat[eă]?",
    "sayın|müşteri(?:miz)?|hasta(?:mız)?|çalışan(?:ımız)?|kiracı|alıcı|gönderen|bayan",
    "pelanggan|pasien|karyawan|penyewa|penerima|pengirim|bapak|ibu|pak|encik|puan|cik",
    "khách hàng|bệnh nhân|nhân viên|người nhận|người gửi|anh|chị|ông|bà",
    "kwa|mteja|mgonjwa|bwana|mfanyakazi|ndugu|mpangaji",
    "kliyente|pasyente|ginoong|ginang",
    "сотрудни(?:к|ца|ку|цы)|клиент(?:ка|у|а)?|пациент(?:ка|у|а)?|заказчик|абонент|менеджер|водитель|получатель|отправитель|жилец|сосед(?:ка)?|коллега|врач|учитель(?:ница)?|студент(?:ка)?|уважаем(?:ый|ая)|от|для",
    "клієнт(?:ка|а)?|пацієнт(?:ка|а)?|працівни(?:к|ця)|отримувач|відправник|шановн(?:ий|а)|клиентът|пациентът|служител(?:ят)?",
    "πελάτης|πελάτισσα|ασθενής|υπάλληλος|κύριος|κύριε|κυρία|κος|κα|παραλήπτης|αποστολέας|αγαπητέ|αγαπητή",
    "neighbou?r|claimant|caller|visitor|passenger|resident|applicant|volunteer|intern|midwife|plumber|electrician|carpenter|roommate|flatmate|lodger|contractor|clerk|cashier|baker|butcher|farmer|nanny|babysitter|caretaker|sparky|therapist|dentist|vet|pharmacist|recipient|beneficiary|signatory|trustee|nurse|guest|witness|according to|ship(?: \\p{Ll}+)? to|addressed to|courtesy of",
  ].join("|")})(?:,|:|\\.| är| ist| es| est| è| é| on)? $`,
  "u",
);

/** A telephone number, an email address or a date of birth directly after a name. */
export const contactAfter =
  /^(?:,| –| -|;)? ?\(?(?:tele?f?o?n?o?|tél|τηλ\p{L}*|phone|ph|mob(?:ile)?|cell|тел\p{L}*|telefon\p{L}*|gsm|handy|e-?mail|mejla|mail|ssn|dob|born|geb|née?|puh|tlf|sđt)[.:)]? ?[\d+:(\p{L}]/iu;

/**
 * Phrases before a single word that is somebody's name: "last name Abernathy", "made out to Kowalczyk", "me and
 * Lucasz".
 */
export const singleBefore =
  /(?:\b(?:(?:last|first|family|sur|maiden|given|middle)[ -]?name|surname|out to|booking (?:for|under)|reservation (?:for|under)|appointment (?:for|with)|(?:order|parcel|package|message|delivery) for|goes by|answers to|ask for|asking for|call|ring|phone|text|email|me and|signed|sincerely|cheers|love|xx|introduced me to|yours|handed (?:it )?(?:over )?to|picked up by|collected by|nachname|vorname|apellido|prénom|cognome|sobrenome|nazwisko|soyadı|фамилия|имя)|\b(?:wishes|love|regards|greetings|hugs|kisses) from),? $/u;

/** The time in a line of a chat, before the speaker's name. */
export const chatTime = /(?:^|\n)\[?(?:\d{1,2}[:.]\d{2}(?::\d{2})?(?: ?[ap]m)?)\]?,? (?:-|–|<)? ?$/u;
