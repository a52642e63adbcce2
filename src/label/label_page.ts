/**
 * The labelling page as it is sent: its frame, and its words in one language.
 *
 * It holds nothing of any page that is labelled; `label_client.js` draws that, as text alone.
 *
 * @module
 */

import type { Sentence } from "../refusal.ts";

const WORDS = {
  heading: { ko: "블록 라벨링", en: "Label blocks" },
  previous: { ko: "앞 페이지", en: "Previous page" },
  next: { ko: "다음 페이지", en: "Next page" },
  page: { ko: "페이지", en: "Page" },
  done: { ko: "끝내기", en: "Finish" },
  undo: { ko: "되돌리기", en: "Undo" },
  rest: { ko: "남은 블록은 모두 본문 아님", en: "All the rest: not content" },
  pen: { ko: "라벨", en: "Label" },
  content: { ko: "본문", en: "Content" },
  title: { ko: "제목", en: "Title" },
  other: { ko: "본문 아님", en: "Not content" },
  clear: { ko: "지우기", en: "Clear" },
  unlabelled: { ko: "라벨 없음", en: "no label" },
  block: { ko: "블록", en: "Block" },
  image: { ko: "이미지", en: "Image" },
  noBlock: { ko: "블록을 고르십시오.", en: "Choose a block." },
  place: { ko: "위치", en: "Place" },
  size: { ko: "크기", en: "Size" },
  font: { ko: "글자 크기", en: "Font size" },
  saving: { ko: "저장 중…", en: "Saving…" },
  saved: { ko: "저장됨", en: "Saved" },
  notSaved: { ko: "저장하지 못했습니다", en: "Not saved" },
  lost: {
    ko: "프로그램과 연결이 끊어졌습니다. 터미널에서 dmf label이 실행 중인지 확인하십시오.",
    en: "The program does not answer; see whether dmf label still runs in the terminal.",
  },
  noToken: {
    ko: "터미널에 표시된 주소를 그대로 여십시오. 주소 끝의 # 뒤가 열쇠입니다.",
    en: "Open the address as the terminal shows it; what stands behind # is the key.",
  },
  ended: {
    ko: "라벨을 모두 저장했습니다. 이 창을 닫아도 됩니다.",
    en: "All labels are saved; you may close this window.",
  },
  help: { ko: "사용법", en: "How it works" },
  click: { ko: "블록을 클릭하면 고른 라벨이 붙습니다", en: "Click a block to give it the label" },
  range: { ko: "Shift+클릭: 여기까지 모두", en: "Shift+click: all up to here" },
  keys: { ko: "블록에 라벨을 붙이고 다음으로", en: "label the block, go to the next" },
  walk: { ko: "앞뒤 블록으로", en: "to the block before or after" },
  turn: { ko: "앞뒤 페이지로", en: "to the page before or after" },
  restKey: { ko: "남은 블록은 모두 본문 아님", en: "all the rest: not content" },
  undoKey: { ko: "되돌리기", en: "undo" },
} as const satisfies Readonly<Record<string, Sentence>>;

type Lang = keyof Sentence;

/** The words that the script shows. */
export function labelWords(lang: Lang): Readonly<Record<keyof typeof WORDS, string>> {
  const words = Object.entries(WORDS).map(([name, word]) => [name, word[lang]]);
  return Object.fromEntries(words) as Record<keyof typeof WORDS, string>;
}

/** The page without its blocks. */
export function labelPage(lang: Lang): string {
  const words = labelWords(lang);
  const pens = (["content", "title", "other", "clear"] as const).map((pen, i) =>
    `<button type="button" class="pen ${pen}" data-pen="${pen}" aria-pressed="${i === 0}">` +
    `<i></i>${words[pen]}<kbd>${PEN_KEYS[pen]}</kbd></button>`
  );
  return `<!doctype html>
<html lang="${lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${words.heading} · dmf</title>
<link rel="stylesheet" href="/label.css">
<script type="module" src="/label.js"></script>
</head>
<body>
<header>
<h1>${words.heading}</h1>
<nav aria-label="${words.page}">
<button type="button" id="previous" aria-label="${words.previous}">‹</button>
<select id="pages" aria-label="${words.page}"></select>
<button type="button" id="next" aria-label="${words.next}">›</button>
</nav>
<div class="progress"><progress id="progress" max="1" value="0"></progress><span id="count"></span></div>
<output id="state" role="status"></output>
<button type="button" id="done">${words.done}</button>
</header>
<main>
<section class="view" id="view"><div class="stage" id="stage"></div></section>
<aside>
<h2>${words.pen}</h2>
<div class="pens" role="group" aria-label="${words.pen}">
${pens.join("\n")}
</div>
<div class="acts">
<button type="button" id="rest">${words.rest}</button>
<button type="button" id="undo">${words.undo}</button>
</div>
<h2>${words.block}</h2>
<div id="block" class="block"><p class="hint">${words.noBlock}</p></div>
<h2>${words.help}</h2>
<dl class="help">
<div class="wide"><dd>${words.click}</dd></div>
<div class="wide"><dd>${words.range}</dd></div>
<div><dt><kbd>1</kbd><kbd>2</kbd><kbd>3</kbd><kbd>0</kbd></dt><dd>${words.keys}</dd></div>
<div><dt><kbd>↑</kbd><kbd>↓</kbd></dt><dd>${words.walk}</dd></div>
<div><dt><kbd>[</kbd><kbd>]</kbd></dt><dd>${words.turn}</dd></div>
<div><dt><kbd>N</kbd></dt><dd>${words.restKey}</dd></div>
<div><dt><kbd>Z</kbd></dt><dd>${words.undoKey}</dd></div>
</dl>
</aside>
</main>
<div id="notice" class="notice" role="alert" hidden></div>
</body>
</html>
`;
}

/** The same keys that `label_client.js` listens to. */
const PEN_KEYS = { content: 1, title: 2, other: 3, clear: 0 } as const;
