import { lookUp } from "../lists.ts";
import type { Span } from "../rule.ts";

/**
 * Finds whole names in scripts without capitals by the lists: a given name before a family name, or after it in East
 * Asian names.
 */
export function findListedNames(text: string): Span[] {
  const spans: Span[] = [];
  if (spaced.test(text)) for (const match of text.matchAll(pair)) spans.push(...pairIn(match));
  if (eastern.test(text)) for (const match of text.matchAll(stretch)) spans.push(...easternIn(text, match));
  return spans;
}

const spaced = /[\u0590-\u06ff\u0900-\u0d7f\u0e00-\u0e7f\u10a0-\u10ff]/;
const eastern = /[\u3400-\u9fff\uac00-\ud7af]/;
const part = (script: string): string => `[\\p{Script=${script}}]{2,16}`;
const rows = ["Arabic", "Hebrew", "Devanagari", "Georgian", "Thai"].map(
  (script) => `${part(script)}(?: ${part(script)}){1,24}`,
);
const pair = new RegExp(rows.join("|"), "gu");

/** Returns "أحمد حسن", "דוד כהן": a given name, a second name, and a third one if there is one. */
function pairIn(match: RegExpMatchArray): Span[] {
  const spans: Span[] = [];
  let at = match.index ?? 0;
  const words = match[0].split(" ").map((word) => {
    const start = at;
    at += word.length + 1;
    return withoutAnd({ word, start, end: start + word.length, known: lookUp(word) });
  });
  for (let index = 0; index + 1 < words.length; index += 1) {
    const [first, second] = words.slice(index, index + 2);
    if (first?.known.given !== true || second === undefined) continue;
    const until = sonOf.test(second.word) ? index + 3 : index + 2;
    const [last, next] = words.slice(until - 1, until + 1);
    if (last === undefined || (until === index + 2 && !isSecondName(last))) continue;
    const isLonger = next !== undefined && !next.known.foreign && (next.known.family || secondForm.test(next.word));
    spans.push({ start: first.start, end: isLonger ? next.end : last.end, slug: "person-name" });
    index = isLonger ? until : until - 1;
  }
  return spans;
}

type Word = { word: string; start: number; end: number; known: ReturnType<typeof lookUp> };

const sonOf = /^(?:بن|ابن|بنت|آل|أبو|ابو|عبد|בן|בת)$/u;

/** Removes the Arabic "and", which is written together with a name: "ونورة". */
function withoutAnd(one: Word): Word {
  if (one.known.given || one.word.length < 4 || !one.word.startsWith("و")) return one;
  const known = lookUp(one.word.slice(1));
  return known.given ? { ...one, word: one.word.slice(1), start: one.start + 1, known } : one;
}

function isSecondName({ word, known }: Word): boolean {
  return !known.foreign && (known.family || known.given || secondForm.test(word));
}

/** Matches Arabic names of families, towns and trades, and Georgian family names. */
const secondForm = /^(?:ال\p{Script=Arabic}{4,}|\p{Script=Georgian}{2,}(?:ძე|შვილი|ავა|უა))$/u;

const stretch = /[\p{Script=Han}々]{2,30}|\p{Script=Hangul}{3,8}/gu;
/** Matches what may directly follow a Chinese name, and what may precede it. */
const chineseAfter =
  /^(?:先生|女士|小姐|老师|经理|打|的|在|说|于|来|去|和|与|跟|已|要|把|被|将|对|表示|曾|也|都|会|参|负责|住|给|从|发|提|签|申|反|处理|未|没|不|是|$)/u;
const chineseBefore =
  /(?:^|[和与跟给由找请对向为被叫是让派]|联系|感谢|通知|告诉|昨天|今天|明天|上周|经理|主任|总监|客户|顾客|患者|病人|医生|老师|同事|律师|员工|学生|签字人|联系人)$/u;
const japaneseAfter = /^(?:が|は|を|に|と|の|も|さん|様|氏|より|から|です|、|。|$)/u;
const koreanAfter = /^(?:가|이|은|는|을|를|에게|의|와|과|씨|님|께서|께|도|입니다|이고|$)/u;

/** Returns "李建国", "田中太郎", "김민수": a listed family name and a listed given name, with nothing else attached. */
function easternIn(text: string, match: RegExpMatchArray): Span[] {
  const [written, offset] = [match[0], match.index ?? 0];
  const isKorean = /^\p{Script=Hangul}/u.test(written);
  const following = text.slice(offset + written.length, offset + written.length + 3);
  for (let from = 0; from < (isKorean ? 1 : written.length - 1); from += 1) {
    const before = written.slice(0, from);
    if (from > 0 && !chineseBefore.test(before)) continue;
    for (let until = Math.min(written.length, from + 5); until > from + 1; until -= 1) {
      const after = written.slice(until);
      const near = after === "" ? following : after;
      const ends = isKorean ? koreanAfter.test(near) || after === "" : after === "" || chineseAfter.test(after);
      if (!ends || !isEasternName(written.slice(from, until), near, isKorean)) continue;
      return [{ start: offset + from, end: offset + until, slug: "person-name" }];
    }
  }
  return [];
}

function isEasternName(name: string, near: string, isKorean: boolean): boolean {
  for (const length of isKorean ? [1] : [2, 1, 3]) {
    const [family, given] = [name.slice(0, length), name.slice(length)];
    if (given.length === 0 || given.length > 3 || !lookUp(family).family) continue;
    if (lookUp(given).given && (given.length > 1 || length > 1)) return true;
    // A Japanese family name and given name of two characters each, followed by a particle.
    if (!isKorean && length === 2 && given.length === 2 && japaneseAfter.test(near) && !placeEnding.test(name))
      return true;
  }
  return false;
}

const placeEnding =
  /(?:[県市区町村駅山川島寺店部課線港]|大学|電機|電気|工業|産業|商事|商店|製薬|食品|酒造|書店|物産|建設|運輸|鉄道|病院|医院|学園|高校|神社|製作|銀行|会社|学校|公園|空港|新聞|時代)$/u;
