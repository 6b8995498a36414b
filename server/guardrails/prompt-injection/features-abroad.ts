import type { Feature } from "./feature.ts";

/** Weighted phrases in other languages, mainly those that the grammar rules do not cover. */
export const abroad = {
  obeyOnly: {
    weight: 0.6,
    directive: true,
    phrases:
      "只听我的|只听我|只服从我|只遵从我|只遵守我|一切听我|只聽我的|听我的命令|私の命令だけ|私の指示だけ|私の言うことだけ|私だけに従|私の命令に従|내 말만|내 명령만|내 지시만|제 말만|나만 따라|나에게만|أوامري فقط|أطعني فقط|تعليماتي فقط|استمع لي فقط|كلامي فقط|सिर्फ मेरी|केवल मेरी|सिर्फ मेरे|केवल मेरे|sadece beni dinle|yalnizca beni dinle|sadece bana itaat|chi nghe theo toi|chi nghe loi toi|hanya ikuti perintahku|hanya turuti aku|hanya patuhi saya|เชื่อฟังฉันเท่านั้น|ฟังฉันเท่านั้น|הקשב רק לי|ציית רק לי|слухай лише мене|слухай тільки мене",
  },
  lapsed: {
    weight: 0.5,
    directive: true,
    phrases:
      "规则全部作废|规则作废|指令作废|指令无效|规则无效|全部作废|指示は無効|指示は忘れ|ルールは無効|規則は無効|제약은 무효|지시는 모두 무효|지시는 무효|규칙은 무효|규칙은 모두 무효|القواعد السابقة ملغاة|التعليمات السابقة ملغاة|القواعد ملغاة|नियम लागू नहीं|निर्देश लागू नहीं|नियम रद्द|निर्देश रद्द|kurallar gecersiz|talimatlar gecersiz|kurallar artik gecerli degil|quy tac truoc khong con|aturan sebelumnya tidak berlaku|aturan lama tidak berlaku|กฎเดิมยกเลิก",
  },
  boundless: {
    weight: 0.6,
    directive: true,
    phrases:
      "没有任何限制|没有限制|不受任何限制|不受限制|没有任何规则|没有任何约束|没有任何过滤|無限制の|制限のない|制限がない|制限なく|制約のない|規制のない|제한이 없는|제한 없는|제한이 없는 ai|아무 제한 없이|규칙이 없는|बिना किसी प्रतिबंध|कोई प्रतिबंध नहीं|कोई सीमा नहीं|لا قيود عليك|بدون أي قيود|بدون قيود|بلا قيود|دون قيود|kisitlaman yok|kisitlamalarin yok|hicbir kural yok|hicbir kisitlama|sinirsiz bir|kurallarin yok|khong co gioi han|khong bi han che|tanpa batasan|tanpa aturan|ไม่มีข้อจำกัด|ללא הגבלות|בלי הגבלות|без обмежень",
  },
  answersAll: {
    weight: 0.5,
    directive: true,
    phrases:
      "回答所有问题|回答一切|回答任何问题|必须回答|不得拒绝|不能拒绝|绝不拒绝|何でも答え|すべての質問に答え|拒否しない|拒否せず|무엇이든 대답|모든 질문에|거부하지|كل الأسئلة|أي سؤال|لا ترفض|हर सवाल|सभी सवालों|हर प्रश्न|मना मत|her soruya|her seyi cevapla|asla reddetme|responde a qualquer|responde a cualquier|responde cualquier|responde a todo|rispondi a qualsiasi|reponds a n importe|beantwortest alles|beantwortest jede|antwoord op elke|odpowiadasz na wszystko|отвечаешь на все|отвечай на любые|svara pa alla",
  },
  pretending: {
    weight: 0.4,
    directive: true,
    phrases:
      "假装你|假装|假设你|假裝|扮演|的ai一样|ふりをし|のふり|になりきっ|として振る舞|인 척|척하고|척해|처럼 행동|처럼 대답|gibi davran|gibi cevap|تظاهر|تصرف كأنك|تخيل أنك|का नाटक|मान लो|की तरह जवाब|hay gia vo|dong vai|berpura pura|bertindaklah sebagai|แกล้งทำ|ทำตัวเป็น",
  },
  fromNow: {
    weight: 0.25,
    directive: true,
    phrases:
      "从现在起|从现在开始|從現在起|从此刻起|これからは|今から|今後は|지금부터|이제부터|من الآن فصاعدا|من الان فصاعدا|ابتداء من الآن|अब से|आज से|bundan sonra|su andan itibaren|bundan boyle|ab sofort|ab jetzt|von nun an|a partir de ahora|desde ahora|de ahora en adelante|a partir de agora|de agora em diante|d ora in poi|ora in poi|da ora in poi|da questo momento|a partir de maintenant|partir de maintenant|desormais|dorenavant|vanaf nu|voortaan|od teraz|od tej chwili|с этого момента|отныне|с этои минуты|fran och med nu|fra na av|fra nu af|tu bay gio|mulai sekarang|ตั้งแต่นี้ไป|מעכשיו",
  },
  promptText: {
    weight: 1,
    phrases:
      "系统提示原文|初始提示|最初的提示|开头的指令|隐藏的指令|隐藏指令|あなたの指示を全て|隠された指示|最初の指示を|숨겨진 지시|숨겨진 명령|처음 받은 지시|التعليمات السرية|تعليماتك السرية|تعليماتك الأصلية|تعليمات النظام الخاصة|छिपे हुए निर्देश|गुप्त निर्देश|sistem komutlarini|sistem talimatlarini|gizli komutlarini|sistem mesajini|nayta ohjeesi|minulle ohjeesi|instruksi rahasiamu|instruksi tersembunyi|คำสั่งที่ซ่อน",
  },
} satisfies Record<string, Feature>;
