/**
 * What `dmf-browser --help` says.
 *
 * @module
 */

/** Help in one language. */
export function browserHelp(lang: "ko" | "en"): string {
  return lang === "ko" ? KOREAN : ENGLISH;
}

const KOREAN = `\
dmf-browser: 이 컴퓨터의 크로미움으로 페이지를 실제 화면대로 배치해 본문을 추출하거나 라벨을 붙입니다

사용법:
  dmf-browser extract URL|FILE [--json | --md | --html] [OPTION]…
  dmf-browser label URL|FILE… [--out FILE.csv] [--serve] [OPTION]…

옵션:
  --json, --md, --html     추출 결과의 형식(기본: 글)
  --category C             news, blog, shop 중 하나(기본: 추정)
  --overlay FILE           추출 결과를 페이지 위에 그린 파일(.html 또는 .png), data/browser 안
  --url ADDRESS            FILE이 저장된 원래 주소. 링크와 이미지 주소를 완성합니다
  --online                 FILE의 이미지, 스타일, 글꼴을 네트워크에서 받습니다(기본: 아무것도 받지 않음)
  --timeout SECONDS        페이지 하나에 쓸 시간, 1-600(기본: 60)
  --out FILE.csv           라벨 표, data/browser 안(기본: stdout, --serve는 data/browser/blocks.csv)
  --serve                  라벨을 붙이는 페이지를 이 컴퓨터에서 엽니다
  -q, --quiet              설명을 쓰지 않습니다
  --lang ko|en             표시 언어(기본: ko)
  -h, --help               도움말
  -V, --version            버전

FILE의 스크립트는 실행하지 않습니다. 크로미움은 별도의 프로그램이며, 새 프로필로 시작해 끝나면 지웁니다.

종료 코드:
  0  끝남
  1  페이지를 열 수 없거나 브라우저가 끝까지 일하지 못함
  2  명령이 잘못되었거나 브라우저가 없음
  3  본문을 찾지 못했거나 robots.txt가 금지함
  4  디스크 고장
`;

const ENGLISH = `\
dmf-browser: lays pages out in this machine's Chromium, to extract their content or to label it

Usage:
  dmf-browser extract URL|FILE [--json | --md | --html] [OPTION]…
  dmf-browser label URL|FILE… [--out FILE.csv] [--serve] [OPTION]…

Options:
  --json, --md, --html     Form of the extraction (default: text)
  --category C             news, blog or shop (default: guessed)
  --overlay FILE           Draw the extraction over the page, .html or .png, below data/browser
  --url ADDRESS            Where FILE was saved from; completes addresses of links and images
  --online                 Let FILE fetch its images, styles and fonts (default: nothing at all)
  --timeout SECONDS        Time for one page, 1-600 (default: 60)
  --out FILE.csv           The table, below data/browser (default: stdout; with --serve
                           data/browser/blocks.csv)
  --serve                  Open a page on this machine to label on
  -q, --quiet              Say nothing but what goes wrong
  --lang ko|en             Language (default: ko)
  -h, --help               Help
  -V, --version            Version

Scripts of a FILE never run. Chromium is a program of its own; it starts with a new profile, which is
removed in the end.

Exit codes:
  0  done
  1  the page cannot be opened, or the browser did not last
  2  wrong usage, or no browser
  3  no content was found, or robots.txt forbids the page
  4  disk fault
`;
