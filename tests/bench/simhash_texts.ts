/**
 * The texts that are measured: public data beside the project, cut to the lengths wanted.
 *
 * @module
 */

import { clean, fold } from "../../src/normalize.ts";
import { sharedData } from "../support/suites.ts";

/** Chance from a seed, 0 to 1. */
export type Random = () => number;

/** The generator of mulberry32. */
export function draw(seed: number): Random {
  let state = seed;
  return () => {
    state = state + 0x6D2B79F5 | 0;
    let t = Math.imul(state ^ state >>> 15, state | 1);
    t ^= t + Math.imul(t ^ t >>> 7, t | 61);
    return ((t ^ t >>> 14) >>> 0) / 4294967296;
  };
}

async function unzipped(url: URL): Promise<string> {
  const file = await Deno.open(url);
  return await new Response(file.readable.pipeThrough(new DecompressionStream("gzip"))).text();
}

function folder(path: string): URL {
  const found = sharedData(path);
  if (!found) throw new Error(`"${path}" is needed beside the project`);
  return found;
}

/** Joins sentences until the text has `length` characters without white space. */
function* joined(sentences: Iterator<string>, length: number): Generator<string> {
  let text = "";
  for (let next = sentences.next(); !next.done; next = sentences.next()) {
    text = text === "" ? next.value : `${text} ${next.value}`;
    const size = fold(text).length;
    if (size < length) continue;
    if (size <= length * 1.5) yield text;
    else {
      // Whole words up to the length: a sentence may be much longer than what is wanted.
      const words: string[] = [];
      let used = 0;
      for (const word of text.split(" ")) {
        words.push(word);
        used += fold(word).length;
        if (used >= length) break;
      }
      yield words.join(" ");
    }
    text = "";
  }
}

/** Korean sentences joined to lengths, words to put in, and texts for document frequencies. */
export async function koreanTexts(lengths: readonly number[], samples: number) {
  const lines = (await unzipped(new URL("reviews.tsv.gz", folder("suites/nsmc")))).split("\n");
  const sentences = [...new Set(lines.map((line) => clean(line.split("\t")[2] ?? "")))]
    .filter((text) => /[가-힣]{2}/.test(text) && text.split(" ").length >= 2);
  const background = sentences.slice(150_000, 200_000);
  const vocabulary = background.slice(0, 5_000).flatMap((text) => text.split(" "))
    .filter((word) => /^[가-힣]{2,8}$/.test(word));
  const rest = sentences.slice(0, 150_000)[Symbol.iterator]();
  const sized = new Map<number, string[]>();
  for (const length of lengths) sized.set(length, [...take(joined(rest, length), samples)]);
  return { sized, vocabulary, background };
}

function* take<T>(items: Iterable<T>, count: number): Generator<T> {
  let left = count;
  for (const item of items) {
    if (left-- === 0) return;
    yield item;
  }
}

/** English main content of pages, cut to lengths. */
export async function englishTexts(lengths: readonly number[], samples: number) {
  const truths = new URL("dev/ground-truth/", folder("suites/content-wcxb"));
  const texts: string[] = [];
  const names = [...Deno.readDirSync(truths)].map(({ name }) => name).sort();
  for (const name of names) {
    const { ground_truth } = JSON.parse(await Deno.readTextFile(new URL(name, truths)));
    const text = clean(ground_truth?.main_content ?? "");
    if (text.length > 500) texts.push(text);
  }
  const sized = new Map<number, string[]>();
  for (const length of lengths) {
    const cut = texts.flatMap((text) => [...take(joined([text][Symbol.iterator](), length), 1)]);
    sized.set(length, cut.slice(0, samples));
  }
  return sized;
}

interface RegisterRow {
  readonly DMF_PERMIT_NO: string;
  readonly INGR_KOR_NAME: string;
  readonly ENTP_NAME: string;
  readonly MNFCTR_NAME: string;
  readonly MNFCTR_PLACE: string;
}

async function registerRows(): Promise<RegisterRow[]> {
  const found: RegisterRow[] = [];
  for (
    const name of [
      "openapi_dmf_2026-10-08_tail.json",
      "openapi_dmf_quirks.json",
      "openapi_dmf_2026-09-17_shrunk.json",
    ]
  ) {
    const { items } = JSON.parse(await Deno.readTextFile(new URL(name, folder("mfds"))));
    found.push(...items);
  }
  return found;
}

/** Real names and addresses of the register: those of up to 60, 120 and more characters. */
export async function addresses(): Promise<Map<string, string[]>> {
  const rows = await registerRows();
  const texts = rows.flatMap((row) => [row.MNFCTR_NAME, row.MNFCTR_PLACE]).map((t) =>
    clean(t ?? "")
  );
  const distinct = [...new Map(texts.map((text) => [fold(text), text])).values()];
  const between = (from: number, to: number) =>
    distinct.filter((text) => fold(text).length >= from && fold(text).length < to);
  return new Map([
    ["15–59", between(15, 60)],
    ["60–119", between(60, 120)],
    ["from 120", between(120, Infinity)],
  ]);
}

/** Notices written from one form about the rows of the register, with one paragraph and with five. */
export async function notices(samples: number): Promise<Map<string, string[]>> {
  const rows = (await registerRows()).filter((row) => row.MNFCTR_PLACE);
  const paragraph = (row: RegisterRow, n: number) =>
    `「약사법」 제31조의2 및 「의약품 등의 안전에 관한 규칙」 제15조에 따라 ${row.ENTP_NAME}에서 신청한 ` +
    `원료의약품 ${row.INGR_KOR_NAME}(등록번호 ${row.DMF_PERMIT_NO})의 등록사항 변경을 다음과 같이 공고합니다. ` +
    `제조소 명칭은 ${row.MNFCTR_NAME}, 소재지는 ${row.MNFCTR_PLACE}이며, 변경된 사항은 2026년 ${
      1 + n % 12
    }월 ` +
    `${1 + n % 28}일부터 적용합니다. 이 공고에 대하여 의견이 있는 자는 공고일부터 20일 이내에 ` +
    "식품의약품안전처장에게 의견서를 제출하여 주시기 바랍니다.";
  const made = (size: number) =>
    Array.from({ length: Math.min(samples, rows.length) }, (_, n) =>
      clean(
        Array.from({ length: size }, (_, part) =>
          paragraph(rows[(n * 7 + part * 3) % rows.length] as RegisterRow, n + part)).join(" "),
      ));
  return new Map([["one paragraph", made(1)], ["five paragraphs", made(5)]]);
}
