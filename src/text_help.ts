/**
 * What `--help` says of commands on pages and collections of texts.
 *
 * @module
 */

import type { CommandHelp } from "./option_help.ts";

export const TEXT_HELP = {
  extract: {
    usage: "extract FILE|-|URL [--md]",
    summary: {
      ko: "아무 화면에서나 제목과 본문, 그림을 뽑아냅니다",
      en: "Take title, text and images out of any page",
    },
    more: {
      ko:
        "FILE은 저장한 HTML 파일(data 폴더 안), -는 stdin입니다. URL은 수집하는 사이트의 것만 되며\n" +
        "robots.txt와 간격을 지킵니다. 본문이 없으면 까닭을 알리고 종료 코드 3으로 끝납니다.",
      en:
        "FILE is a saved HTML page below data, - is standard input. A URL must belong to a site that\n" +
        "is crawled; robots.txt and pauses hold. Without content the reason is told, and it ends with 3.",
    },
    examples: [
      "dmf extract data/notice.html",
      "dmf extract data/notice.html --md",
      "dmf extract - --json",
      "dmf extract data/post.html --category blog --html",
      "dmf extract data/story.html --model data/models/news.model.json",
    ],
  },
  corpus: {
    usage: "corpus add|scan|report|…",
    summary: {
      ko: "문서를 모으되 사본은 한 번만 두고, 낡은 것을 알려 줍니다",
      en: "Keep a recurring collection free of its own copies",
    },
    more: {
      ko: "add FILE|FOLDER…  JSON Lines({url, text, …}), 폴더(.txt .md .html .json), -(stdin)\n" +
        "scan [FOLDER…]    더했던 것을 다시 읽어 새것, 바뀐 것, 없어진 것을 반영합니다\n" +
        "report            계층별 수, 사본, 더는 믿을 수 없는 것, 304로 아낀 요청\n" +
        "explain DOC       왜 남겼는지, 뺐는지(문서 번호, URL, 파일)\n" +
        "export            남긴 문서를 JSON Lines로; --validators는 다음 방문의 헤더\n" +
        "쓸 수 없는 줄이 있으면 나머지를 넣고 종료 코드 3으로 끝납니다.",
      en:
        "add FILE|FOLDER…  JSON Lines {url, text, …}, folders (.txt .md .html .json), - (stdin)\n" +
        "scan [FOLDER…]    read again what was added: new, changed and vanished documents\n" +
        "report            counts per tier, copies, what can no longer be trusted, 304s\n" +
        "explain DOC       why it was kept or left out (number, URL, file)\n" +
        "export            the kept documents as JSON Lines; --validators: the next visit's headers\n" +
        "Where a line cannot be used the rest is taken in, and the exit code is 3.",
    },
    examples: [
      "dmf corpus add data/reviews.jsonl",
      "dmf corpus scan data/notices --corpus notices",
      "dmf corpus explain https://example.kr/review/7",
      "dmf corpus export --out data/kept.jsonl",
      "dmf corpus export --validators",
    ],
  },
  label: {
    usage: "label FILE… [--serve]",
    summary: {
      ko: "웹 페이지 파일의 블록을 표(CSV)로 쓰고, 클릭해 라벨을 붙입니다",
      en: "Write the blocks of saved pages as a table (CSV), and label them",
    },
    more: {
      ko: "CSV의 라벨 열(isContent, isTitle)은 비어 있습니다. 같은 CSV에 이미 있는 라벨과 다른\n" +
        "페이지의 행은 지우지 않습니다. --serve는 이 컴퓨터에서만 열리는 주소를 보여 주고, 라벨을\n" +
        "붙일 때마다 CSV를 저장합니다(기본: data/blocks.csv). 페이지의 내용은 글자로만 그려지며\n" +
        "실행되지 않습니다. 끝내려면 화면의 끝내기나 Ctrl+C를 누르십시오.",
      en:
        "The label columns of the CSV (isContent, isTitle) are empty. Labels that the same CSV holds\n" +
        "already are kept, and so are rows of other pages. --serve prints an address that opens on\n" +
        "this machine alone, and saves the CSV at every mark (default: data/blocks.csv). What a page\n" +
        "holds is drawn as text and never run. Finish on the page, or press Ctrl+C.",
    },
    examples: [
      "dmf label data/pages/notice.html --out data/blocks.csv",
      "dmf label --serve data/pages/1.html data/pages/2.html",
    ],
  },
  train: {
    usage: "train FILE.csv [--category C]",
    summary: {
      ko: "표시한 블록으로 본문·제목 분류 모델을 학습하고 검증합니다",
      en: "Train the two-stage SVM of a category on labelled blocks",
    },
    more: {
      ko:
        "FILE은 dmf label이 쓰는 CSV입니다(page, kind, content, x, y, width, height, fontSize,\n" +
        "isContent, isTitle). 5겹 교차 검증(사이트별), 정확도, 정밀도, 재현율, F1, 혼동 행렬을 보이고,\n" +
        "모델 JSON과 SVG 그림을 폴더에 씁니다. 쓸 수 없는 줄이 있으면 종료 코드 3입니다.",
      en:
        "FILE is the CSV of dmf label: page, kind, content, x, y, width, height, fontSize, isContent,\n" +
        "isTitle. Shows accuracy, precision, recall, F1 and confusion matrix of 5 folds (by site), and\n" +
        "writes the model as JSON and plots as SVG. Ends with 3 where a line cannot be used.",
    },
    examples: [
      "dmf train data/news.csv --category news",
      "dmf train data/shop.csv --category shop --out data/models --json",
    ],
  },
} satisfies Readonly<Record<string, CommandHelp>>;
