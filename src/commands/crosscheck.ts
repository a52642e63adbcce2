/**
 * `dmf crosscheck`: the list in force against a second view of the register, both as last accepted.
 *
 * Asks nobody and writes nothing; `dmf --once --source ID` reads a view anew.
 *
 * @module
 */

import type { Command } from "../action.ts";
import { ConfigurationError } from "../configuration_error.ts";
import { crosscheck as compare, type ListInForce } from "../crosscheck.ts";
import type { DataFolder, Desk } from "../desk.ts";
import { prepareSpec } from "../extract.ts";
import { printableLines } from "../field_text.ts";
import { asOf } from "../as_of.ts";
import { lastAccepted } from "../history.ts";
import type { RunId, SourceId } from "../model.ts";
import { rollForward } from "../project.ts";
import { isView, type SelectorSpec } from "../selector_spec.ts";
import { crosscheckText } from "./crosscheck_text.ts";
import { readEverySource, readSpec } from "./job.ts";

type Asked = Command & { readonly kind: "crosscheck" };

/** Runs the command: 0, or 10 with `--exit-code` where the views differ. */
export async function crosscheck(desk: Desk, command: Asked): Promise<number> {
  const { common, lag } = command;
  const data = await desk.openData(common.data, "existing");
  try {
    const spec = await viewSpec(desk, data, command.source);
    const list = await standingOf(data, spec.viewOf as SourceId);
    const view = await standingOf(data, spec.source);
    const earlier = list.run < view.run ? list.run : view.run;
    const lateFrom = Temporal.PlainDate.from(earlier).subtract({ days: lag }).toString() as RunId;
    const found = compare({
      list: list.standing,
      view: view.standing,
      lacks: spec.lacks ?? [],
      wellFormed: prepareSpec(spec).wellFormed,
      lateFrom,
    });
    const report = { list: told(list), view: told(view), lag, ...found };
    desk.out(
      common.json
        ? `${JSON.stringify(report)}\n`
        : printableLines(crosscheckText(report, common.lang)),
    );
    const { onlyList, onlyView, differing } = found;
    const differ = onlyList.length + onlyView.length + differing.length > 0;
    return differ && common.exitCode ? 10 : 0;
  } finally {
    await data.close();
  }
}

function told({ source, run, standing }: Awaited<ReturnType<typeof standingOf>>): ListInForce {
  return { source, run, records: standing.length };
}

async function standingOf({ log }: DataFolder, source: SourceId) {
  await rollForward(log, source);
  const head = await lastAccepted(log, source);
  if (head === null) {
    throw new ConfigurationError({
      ko: `"${source}" 출처에는 아직 채택된 목록이 없습니다. ` +
        `먼저 "dmf --once --source ${source}"로 수집하십시오.`,
      en: `No list of "${source}" was accepted yet: crawl it first with ` +
        `"dmf --once --source ${source}"`,
    });
  }
  return { source, run: head.run, standing: await asOf(log, source, head.run) };
}

/** The view that is meant: the named one, or the only one that has a list. */
async function viewSpec(
  desk: Desk,
  { log }: DataFolder,
  named: string | null,
): Promise<SelectorSpec> {
  if (named !== null) {
    const spec = await readSpec(desk, named);
    if (isView(spec)) return spec;
    throw new ConfigurationError({
      ko: `"--source" 값 "${named}" 출처는 등록 목록 자체입니다. 견줄 둘째 출처를 적으십시오.`,
      en: `"--source ${named}" is the register itself: name the second view to compare it with`,
    });
  }
  const specs = await Promise.all((await readEverySource(desk)).map((id) => readSpec(desk, id)));
  const views = specs.filter(isView);
  const read: SelectorSpec[] = [];
  for (const spec of views) if (await lastAccepted(log, spec.source)) read.push(spec);
  const [only, ...others] = read;
  if (only !== undefined && others.length === 0) return only;
  const all = (read.length > 0 ? read : views).map(({ source }) => `"${source}"`).join(", ");
  throw new ConfigurationError(
    read.length > 0
      ? {
        ko: `견줄 출처가 여럿입니다. "--source" 옵션으로 하나를 적으십시오: ${all}.`,
        en: `There are several views to compare with: name one of ${all} with "--source"`,
      }
      : {
        ko: `견줄 둘째 출처를 아직 수집하지 않았습니다(${all}). ` +
          '"dmf --once --source ID"로 먼저 수집하십시오.',
        en: `No second view was accepted yet (${all}): crawl one with "dmf --once --source ID"`,
      },
  );
}
