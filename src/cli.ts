/**
 * From arguments to an exit code; every fault ends as one sentence on stderr.
 *
 * Commands are loaded when they are asked for, so that `--version` and `--help` start at once.
 *
 * @module
 */

import { type Command, type Common, parseArguments } from "./arguments.ts";
import { ConfigurationError } from "./configuration_error.ts";
import type { Desk } from "./desk.ts";
import { help } from "./help.ts";

/** Runs a command line and returns the exit code of design.md section 7. */
export async function runCli(argv: readonly string[], desk: Desk): Promise<number> {
  try {
    return await dispatch(parseArguments(argv), desk);
  } catch (fault) {
    if (desk.signal.aborted) return 1;
    if (fault instanceof ConfigurationError) return tell(desk, fault.message, 2);
    if (!(fault instanceof Error)) throw fault;
    switch (fault.name) {
      case "StoreFault":
      case "ArchiveFault":
      case "ReportFileFault":
        return tell(desk, fault.message, 4);
      case "LeaseLost":
        return tell(desk, fault.message, 1);
      default:
        return tell(desk, `This is a fault of dmf itself: ${fault.stack ?? fault.message}`, 4);
    }
  }
}

function tell(desk: Desk, sentence: string, exitCode: number): number {
  desk.err(`${sentence}\n`);
  return exitCode;
}

async function dispatch(command: Command, desk: Desk): Promise<number> {
  switch (command.kind) {
    case "version":
      desk.out(`dmf ${desk.version}\n`);
      return 0;
    case "help":
      return showHelp(desk, command.common, command);
    case "once":
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
      return await (await import("./commands/read.ts")).changes(desk, command);
    case "asOf":
      return await (await import("./commands/read.ts")).asOfDate(desk, command);
    case "history":
      return await (await import("./commands/read.ts")).history(desk, command);
    case "report":
      return await (await import("./commands/read.ts")).report(desk, command);
  }
}

function showHelp(desk: Desk, common: Common, asked: Command & { kind: "help" }): number {
  const text = help(asked.topic, common.lang);
  if (asked.asked) desk.out(text);
  else desk.err(text);
  return asked.asked ? 0 : 2;
}
