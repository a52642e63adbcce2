/**
 * How an overlay looks, and what its kinds of blocks are called.
 *
 * @module
 */

import type { Sentence } from "../refusal.ts";
import type { ContentBlock } from "./extraction.ts";

/** Names of kinds, in the order of the legend. */
export const KIND_NAMES: Readonly<Record<ContentBlock["kind"], Sentence>> = {
  heading: { ko: "소제목", en: "heading" },
  paragraph: { ko: "문단", en: "paragraph" },
  item: { ko: "목록", en: "list item" },
  quote: { ko: "인용", en: "quote" },
  code: { ko: "코드", en: "code" },
  row: { ko: "표", en: "table row" },
  image: { ko: "이미지", en: "image" },
};

/** Edge and tint of each mark: far apart also for eyes that tell red from green badly. */
const COLOURS: Readonly<Record<ContentBlock["kind"] | "title", string>> = {
  title: "#c2410c",
  heading: "#6d28d9",
  paragraph: "#0f766e",
  item: "#0369a1",
  quote: "#a16207",
  code: "#334155",
  row: "#1d4ed8",
  image: "#be185d",
};

/** All rules but the places. */
export const OVERLAY_STYLE = `:root{color-scheme:light}
*{box-sizing:border-box}
body{margin:0;background:#eef1f5;color:#0f172a;
font:14px/1.5 "Pretendard","Noto Sans KR","Noto Sans CJK KR","Malgun Gothic",system-ui,sans-serif}
header{background:#fff;border-bottom:1px solid #d7dde5;padding:18px 28px 14px}
h1{font-size:20px;line-height:1.35;margin:0;font-weight:700;overflow-wrap:anywhere}
h1 em{color:#64748b;font-weight:400;font-style:normal}
.url{margin:2px 0 0;color:#475569;font-size:12.5px;overflow-wrap:anywhere}
dl{display:flex;flex-wrap:wrap;gap:4px 26px;margin:12px 0 0}
dl div{display:flex;gap:7px}dt{color:#64748b}dd{margin:0;font-weight:600;
font-variant-numeric:tabular-nums;overflow-wrap:anywhere}
ul{list-style:none;display:flex;flex-wrap:wrap;gap:6px 16px;margin:12px 0 0;padding:0;font-size:13px}
li{display:flex;align-items:center;gap:6px}li span{color:#64748b}
li i{width:13px;height:13px;border-radius:3px;border:2px solid #94a3b8;background:#fff}
.stage{position:relative;margin:24px auto 48px;background:#fff;overflow:hidden;
box-shadow:0 1px 3px rgb(15 23 42/.14),0 8px 24px rgb(15 23 42/.07)}
.stage>img{position:absolute;left:0;top:0;width:100%}
.node{position:absolute;color:#94a3b8;line-height:1.2;overflow:hidden;overflow-wrap:anywhere}
.line{white-space:nowrap;overflow:visible}
.picture{background:#e8edf3;border:1px dashed #b6c2d1;font-size:12px;color:#64748b;padding:4px 6px}
.mark{position:absolute;border-radius:4px;border:1.5px solid;min-width:6px;min-height:6px;
line-height:1.2;padding:1.5px}
.mark span{display:block;height:100%;overflow:hidden;overflow-wrap:anywhere;white-space:pre-wrap}
.mark.line span{white-space:pre;overflow:visible}
.mark b{position:absolute;left:calc(100% + 6px);top:0;padding:0 5px;border-radius:4px;color:#fff;
font:600 10px/16px "Noto Sans KR","Noto Sans CJK KR","NanumGothic",system-ui,sans-serif;
white-space:nowrap}
.mark.inside b{left:auto;right:0}
.mark.title{border-width:2.5px;background:none!important}
.mark.title b{font-size:11px;line-height:18px}
${
  Object.entries(COLOURS).map(([kind, colour]) =>
    `.mark.${kind}{border-color:${colour};background:${colour}14}.mark.${kind} b{background:${colour}}` +
    `li.${kind} i{border-color:${colour};background:${colour}22}`
  ).join("\n")
}
`;
