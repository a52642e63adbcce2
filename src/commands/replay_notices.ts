/**
 * `dmf reextract --source ID` for a source of boards: archived notices read again with today's spec.
 *
 * @module
 */

import type { Command } from "../action.ts";
import { type Replayed, replayNotices } from "../board/replay.ts";
import { ConfigurationError } from "../configuration_error.ts";
import type { Desk } from "../desk.ts";
import { findBoards, NOTICE_CONTENT } from "./board_source.ts";
import { readNotices } from "../notice/notice_state.ts";
import { print, reading } from "./reading.ts";

/** Runs the command; `null` where the source is none of boards. */
export async function replayBoards(
  desk: Desk,
  { common, source, spec: version, from, confirmed }: Command & { readonly kind: "reextract" },
): Promise<number | null> {
  const spec = await findBoards(desk, source);
  if (spec === null) return null;
  if (version !== null || from !== null || confirmed !== null) throw onlyLooks(spec.source);
  return await reading(desk, common, async ({ log, archive }) => {
    const state = await readNotices(log, spec.source);
    const replayed = await replayNotices(state, archive, { spec, content: NOTICE_CONTENT });
    return print(
      desk,
      common,
      { source: spec.source, specVersion: spec.version, ...replayed },
      () => replayText(replayed, common.lang),
    );
  });
}

function replayText(replayed: Replayed, lang: "ko" | "en"): string {
  const ko = lang === "ko";
  const lines = [
    ko ? `기록과 같게 읽힌 글: ${replayed.same}건` : `read as recorded: ${replayed.same}`,
    ...([
      ["differing", ko ? "다르게 읽힌 글" : "read otherwise"],
      ["unshown", ko ? "읽지 못한 글" : "no longer read"],
      ["otherReader", ko ? "읽는 방법이 바뀐 글" : "read by another reader"],
      ["gone", ko ? "보관된 화면이 없는 글" : "page not archived any more"],
    ] as const).filter(([key]) => replayed[key].length > 0).map(([key, words]) =>
      `${words}: ${replayed[key].length} (${replayed[key].slice(0, 10).join(", ")})`
    ),
  ];
  return `${lines.join("\n")}\n`;
}

function onlyLooks(source: string): ConfigurationError {
  return new ConfigurationError({
    ko: `"${source}" 출처는 게시판이라 "--spec", "--from", "--confirm" 옵션 없이 다시 읽어 ` +
      "보기만 할 수 있습니다. 다르게 읽힌 글은 다음 수집에서 다시 확인합니다.",
    en: `"${source}" is a source of boards: its notices can only be looked at again, without ` +
      '"--spec", "--from" and "--confirm"; what reads otherwise is looked at by the next run',
  });
}
