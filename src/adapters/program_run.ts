/**
 * Running a program of the system for a notification, within a time limit.
 *
 * @module
 */

import type { Receipt } from "../notify/channel.ts";
import { oneLine } from "../notify/message.ts";

/** How a program ended; `null` where it is not there. */
export type Ran = { readonly code: number; readonly said: string } | null;

/** Runs `program`; no shell is in between, so an argument is an argument whatever it holds. */
export type Run = (
  program: string,
  args: readonly string[],
  signal: AbortSignal,
) => Promise<Ran>;

/** Runs programs of this machine. */
export async function runProgram(
  program: string,
  args: readonly string[],
  signal: AbortSignal,
): Promise<Ran> {
  try {
    const command = new Deno.Command(program, {
      args: [...args],
      stdin: "null",
      stdout: "null",
      stderr: "piped",
      signal,
    });
    const { code, stderr } = await command.output();
    return { code, said: oneLine(new TextDecoder().decode(stderr).replaceAll("\n", " "), 200) };
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return null;
    throw error;
  }
}

/** Runs a program for the channel `name` and says how the notification ended. */
export async function notifyBy(
  run: Run,
  name: string,
  [program, ...args]: readonly [string, ...string[]],
  { signal, timeoutMs }: { readonly signal: AbortSignal | undefined; readonly timeoutMs: number },
): Promise<Receipt> {
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), timeoutMs);
  try {
    const ran = await run(
      program,
      args,
      signal ? AbortSignal.any([signal, limit.signal]) : limit.signal,
    );
    signal?.throwIfAborted();
    if (ran?.code === 0) return { kind: "delivered" };
    const reason = ran === null
      ? {
        ko: `"notify.${name}": "${program}" 프로그램이 이 컴퓨터에 없습니다.`,
        en: `"notify.${name}": this machine has no program "${program}"`,
      }
      : {
        ko: `"notify.${name}": "${program}" 프로그램이 알림을 띄우지 못했습니다` +
          `(종료 코드 ${ran.code}): "${ran.said.replaceAll('"', "'")}".`,
        en: `"notify.${name}": "${program}" could not show it (exit code ${ran.code}): ` +
          `"${ran.said.replaceAll('"', "'")}"`,
      };
    return { kind: "failed", reason, retryAfterMs: null };
  } finally {
    clearTimeout(timer);
  }
}

/** A channel that this system does not have. */
export function notOnThisSystem(name: string, needed: string, found: string): Receipt {
  const reason = {
    ko: `"notify.${name}" 채널은 ${needed}에서만 쓸 수 있습니다(이 컴퓨터: ${found}). ` +
      "dmf.json에서 지우십시오.",
    en: `"notify.${name}" works on ${needed} only, and this is ${found}; remove it from dmf.json`,
  };
  return { kind: "failed", reason, retryAfterMs: null };
}
