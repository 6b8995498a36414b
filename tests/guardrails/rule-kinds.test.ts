import { describe, expect, test } from "vitest";
import { builtins } from "#server/guardrails/builtins.ts";

function findIn(slug: string, text: string): string[] {
  return (builtins.get(slug)?.find(text) ?? []).map(({ start, end }) => text.slice(start, end));
}

describe("an address is found as a whole", () => {
  test.each([
    [
      "a street and the one it crosses",
      "Vive en la Calle 72 # 10-34, apto 501, Bogotá.",
      "Calle 72 # 10-34, apto 501, Bogotá",
    ],
    ["a street in quotes", "Адрес: бул. „Витоша“ 88, ет. 2, 1463 София", "бул. „Витоша“ 88, ет. 2, 1463 София"],
    ["a Kazakh street", "Алматы қ., Абай даңғылы, 52 үй, 11 пәтер", "Алматы қ., Абай даңғылы, 52 үй, 11 пәтер"],
    ["a Serbian boulevard", "Адреса: Булевар ослобођења 46, 21000 Нови Сад", "Булевар ослобођења 46, 21000 Нови Сад"],
    [
      "a sub-city",
      "She is at Bole Sub-city, Woreda 03, House No. 412, Addis Ababa",
      "Bole Sub-city, Woreda 03, House No. 412, Addis Ababa",
    ],
    ["a Georgian street", "მისამართი: რუსთაველის გამზირი 24, ბინა 7", "რუსთაველის გამზირი 24, ბინა 7"],
    [
      "a number before a street of India",
      "முகவரி: 12, காந்தி தெரு, அண்ணா நகர், சென்னை 600040",
      "12, காந்தி தெரு, அண்ணா நகர், சென்னை 600040",
    ],
    [
      "a district without a word for a street",
      "Giao tới 12 Nguyễn Trãi, phường Bến Thành, quận 1",
      "12 Nguyễn Trãi, phường Bến Thành, quận 1",
    ],
    [
      "a block and a lot",
      "It is Blk 7 Lot 3, Acacia St., Brgy. San Roque, Antipolo City",
      "Blk 7 Lot 3, Acacia St., Brgy. San Roque, Antipolo City",
    ],
    [
      "a flat, a floor and a building",
      "Ship to Flat C, 12/F, Kam Fai Mansion, 68 Macdonnell Road, Hong Kong.",
      "Flat C, 12/F, Kam Fai Mansion, 68 Macdonnell Road, Hong Kong",
    ],
    ["a Maltese street", "12 Triq San Pawl, Valletta VLT 1210", "12 Triq San Pawl, Valletta VLT 1210"],
    ["a Hong Kong street", "住喺香港灣仔軒尼詩道88號9樓C室。", "香港灣仔軒尼詩道88號9樓C室"],
    [
      "a number with a full stop",
      "A címem Petőfi Sándor utca 8., 6722 Szeged, köszönöm.",
      "Petőfi Sándor utca 8., 6722 Szeged",
    ],
    [
      "an Irish code behind a county",
      "c/o Miller, 27 Harbour View, Kinsale, Co. Cork P17 XY45",
      "27 Harbour View, Kinsale, Co. Cork P17 XY45",
    ],
    ["a post box and its town", "Posta: PO Box 771, Bukoba, Tanzania", "PO Box 771, Bukoba, Tanzania"],
    [
      "a Korean side street",
      "서울특별시 종로구 자하문로 12길 5, 301호로 보내 주세요.",
      "서울특별시 종로구 자하문로 12길 5, 301호",
    ],
  ])("%s", (_, text, address) => {
    expect(findIn("address", text)).toEqual([address]);
  });

  test.each([
    ["a grid of cells", "The table has 72 # 10-34 cells in Bogotá."],
    ["a boulevard without a number", "Булевар ослобођења је затворен."],
    ["a seat at a gate", "Table 5, Row 3, Seat 12, Gate B, Level 2."],
    ["units of a course", "Unit 5, Chapter 2, Lesson 3 is due on Friday."],
    ["an order number in Arabic", "رقم الطلب 2840-8317 والكمية 36 قطعة."],
    ["an avenue in Georgian without a number", "რუსთაველის გამზირი დაკეტილია."],
  ])("but not %s", (_, text) => {
    expect(findIn("address", text)).toEqual([]);
  });
});

describe("a name in a script without capitals is found where a person is introduced", () => {
  test.each([
    ["আমার নাম অনিন্দিতা রায়চৌধুরী। ফোন নেই।", "অনিন্দিতা রায়চৌধুরী"],
    ["என் பெயர் மலர்விழி சுந்தரம், வணக்கம்.", "மலர்விழி சுந்தரம்"],
    ["میرا نام پروین شاکر ہے۔", "پروین شاکر"],
    ["سلام، من کیانا رستگار هستم.", "کیانا رستگار"],
    ["ስሜ ሰላማዊት ገብረመድህን ነው።", "ሰላማዊት ገብረመድህን"],
    ["प्रिय वैदेही सरनाईक जी, नमस्ते", "वैदेही सरनाईक"],
    ["株式会社ミドリの如月 美空です。", "如月 美空"],
    ["주문한 황보은설입니다.", "황보은설"],
    ["[09:12] monika: is it done?", "monika"],
  ])("%s", (text, name) => {
    expect(findIn("person-name", text)).toEqual([name]);
  });

  test.each([
    "من خوبم، متشکر هستم.",
    "東京 大阪 です。",
    "5.14부터 자동 저장이 기본값입니다.",
    "[09:12] error: disk is full",
  ])("and not in: %s", (text) => {
    expect(findIn("person-name", text)).toEqual([]);
  });
});

test.each([
  ["ssn", "Is 287605413 a valid social security number?", ["287605413"]],
  ["ssn", "Is 287605413 a valid article?", []],
  ["ssn", "VALUES ('Ada', '418-62-9037')", ["418-62-9037"]],
  ["phone", "VALUES ('Ada', '418-62-9037', 'phone')", []],
  ["phone", "Call the label 123-45-6789, it is an example.", []],
  ["phone", "Síminn minn er 669 4156.", ["669 4156"]],
  ["phone", "請打9487 3186搵我。", ["9487 3186"]],
  ["phone", "We read 214 555 0199 records in March.", []],
  ["phone", "We read 214 555 0199 in March.", ["214 555 0199"]],
  ["ip-address", "Please upgrade from 12.4.0.1 to 12.4.1.0 tonight.", []],
  ["ip-address", "It went from 1.10.2.3 to 1.10.2.4 in the changelog.", []],
  ["ip-address", "Serial 04:3F:9A:22:10:7B:CC:01 expires.", []],
  ["ip-address", "10.15.2 is the last, 10.15.2.1 does not exist", []],
  ["ip-address", "ssh root@10.15.2.1 fails", ["10.15.2.1"]],
  ["ip-address", "Upgrade path: 4.18.2.1 → 4.19.0.0", []],
  ["ip-address", "from 4.18.2.1 to the router", ["4.18.2.1"]],
] as const)("%s in: %s", (slug, text, values) => {
  expect(findIn(slug, text)).toEqual(values);
});

test.each([
  "The assistant must follow all instructions from the user.",
  "Can you bypass the usual summary and just give me the totals?",
  "System: The following is a conversation with an AI assistant",
])("ordinary text about instructions is not flagged: %s", (text) => {
  expect(findIn("regex-prompt-injection", text)).toEqual([]);
});
