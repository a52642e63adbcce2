/**
 * From arguments to an exit code; every fault ends as one sentence on stderr.
 *
 * Commands are loaded when they are asked for, so that `--version` and `--help` start at once.
 *
 * @module
 */

import { type Command, type Common } from "./action.ts";
import { parseArguments } from "./arguments.ts";
import { type Desk, inWords } from "./desk.ts";
import { describeFault, type ForeseenFault, isForeseen } from "./fault_words.ts";
import { help } from "./help.ts";
import { languageOf } from "./options.ts";
import type { Sentence } from "./refusal.ts";

/** Runs a command line and returns the exit code of design.md section 7. */
export async function runCli(argv: readonly string[], desk: Desk): Promise<number> {
  try {
    return await dispatch(parseArguments(argv), desk);
  } catch (fault) {
    const { exitCode, sentence } = endOf(fault, desk.signal);
    desk.err(`${inWords(languageOf(argv), sentence)}\n`);
    return exitCode;
  }
}

/** How a command ends that could not finish. */
interface End {
  readonly exitCode: number;
  readonly sentence: Sentence;
}

const STOPPED: Sentence = {
  ko: "요청에 따라 멈추었으며, 다시 실행하면 멈춘 곳에서 이어 갑니다.",
  en: "Stopped as asked; running again goes on from where it stopped",
};

/** A stop lets whatever it interrupts fail, but never with a foreseen fault: such a one is told. */
function endOf(fault: unknown, signal: AbortSignal): End {
  if (isForeseen(fault)) return { exitCode: EXIT_CODES[fault.name], sentence: fault.sentence };
  if (signal.aborted) return { exitCode: 1, sentence: STOPPED };
  return { exitCode: 4, sentence: describeFault(fault) };
}

const EXIT_CODES: Readonly<Record<ForeseenFault["name"], number>> = {
  ConfigurationError: 2,
  StoreFault: 4,
  ArchiveFault: 4,
  LeaseLost: 1,
};

async function dispatch(command: Command, desk: Desk): Promise<number> {
  switch (command.kind) {
    case "version":
      desk.out(`dmf ${desk.version}\n`);
      return 0;
    case "help":
      return showHelp(desk, command.common, command);
    case "once":
      if (command.source !== null) {
        const { onceBoards } = await import("./commands/boards.ts");
        const code = await onceBoards(desk, command);
        if (code !== null) return code;
      }
      return await (await import("./commands/once.ts")).once(desk, command);
    case "watch":
      return await (await import("./commands/watch.ts")).watch(desk, command);
    case "check":
      return await (await import("./commands/check.ts")).check(desk, command);
    case "demo":
      return await (await import("./demo/demo.ts")).demo(desk, command);
    case "status":
      return await (await import("./commands/read.ts")).status(desk, command);
    case "changes":
      return await (await import("./commands/changes.ts")).changes(desk, command);
    case "notices":
      return await (await import("./commands/notices.ts")).notices(desk, command);
    case "diff":
      return await (await import("./commands/diff.ts")).diffDays(desk, command);
    case "asOf":
      return await (await import("./commands/as_of.ts")).asOfDate(desk, command);
    case "history":
      return await (await import("./commands/history.ts")).history(desk, command);
    case "stats":
      return await (await import("./commands/stats.ts")).stats(desk, command);
    case "watch-list":
      return await (await import("./commands/watch_list.ts")).watchList(desk, command);
    case "why":
      return await (await import("./commands/why.ts")).why(desk, command);
    case "crosscheck":
      return await (await import("./commands/crosscheck.ts")).crosscheck(desk, command);
    case "report":
      return await (await import("./commands/read.ts")).report(desk, command);
    case "accept":
      return await (await import("./commands/decide.ts")).accept(desk, command);
    case "reject":
      return await (await import("./commands/decide.ts")).reject(desk, command);
    case "revoke":
      return await (await import("./commands/revoke.ts")).revokeRun(desk, command);
    case "reextract":
      if (command.source !== null) {
        const { replayBoards } = await import("./commands/replay_notices.ts");
        const code = await replayBoards(desk, command);
        if (code !== null) return code;
      }
      return await (await import("./commands/reextract.ts")).reextractRuns(desk, command);
    case "notify":
      return await (await import("./commands/notify.ts")).notify(desk, command);
    case "fsck":
      if (command.rebuild) {
        return await (await import("./commands/rebuild.ts")).rebuildData(desk, command);
      }
      return await (await import("./commands/keep.ts")).fsckData(desk, command);
    case "archive":
      return await (await import("./commands/archive.ts")).archive(desk, command);
    case "extract":
      return await (await import("./commands/extract_page.ts")).extractPage(desk, command);
    case "corpus":
      return await (await import("./commands/corpus.ts")).corpus(desk, command);
    case "label":
      return await (await import("./commands/label.ts")).label(desk, command);
    case "train":
      return await (await import("./commands/train.ts")).train(desk, command);
    case "backup":
      return await (await import("./commands/keep.ts")).backup(desk, command);
    case "restore":
      return await (await import("./commands/keep.ts")).restore(desk, command);
  }
}

function showHelp(desk: Desk, common: Common, asked: Command & { kind: "help" }): number {
  const text = help(asked.topic, common.lang);
  if (asked.asked) desk.out(text);
  else desk.err(text);
  return asked.asked ? 0 : 2;
}
