/**
 * Real rows of the register, where a copy of them lies beside the project.
 *
 * They are not part of the project. `DMF_SAMPLES` names their folder; without it the folder that
 * belongs to a checkout is looked at. Where it is absent the tests that need it are reported as ignored.
 *
 * @module
 */

import type { RegisterRecord } from "../../src/model.ts";
import { record } from "./rows.ts";

const FOLDER = Deno.env.get("DMF_SAMPLES") ??
  new URL("../../../shared/data/mfds", import.meta.url).pathname;

/** Whether the rows are there. */
export const HAVE_REAL_ROWS = await Deno.stat(FOLDER).then(
  (found) => found.isDirectory,
  () => false,
);

interface Item {
  readonly DMF_PERMIT_NO?: string | null;
  readonly INGR_KOR_NAME: string;
  readonly ENTP_NAME: string;
  readonly MNFCTR_NAME: string;
  readonly MNFCTR_PLACE: string;
  readonly MANUF_COUNTRY_CODE_NM: string;
  readonly DMF_PERMIT_DATE: string;
}

/** The rows of every sample; a cell that joins several sites stays one site. */
export async function realRows(): Promise<RegisterRecord[]> {
  const rows: RegisterRecord[] = [];
  for await (const { name } of Deno.readDir(FOLDER)) {
    if (!/^openapi_dmf_.*\.json$/.test(name)) continue;
    const { items } = JSON.parse(await Deno.readTextFile(`${FOLDER}/${name}`)) as { items: Item[] };
    rows.push(...items.map(toRecord));
  }
  return rows;
}

function toRecord(item: Item): RegisterRecord {
  return record({
    registrationNumber: item.DMF_PERMIT_NO ?? null,
    ingredient: item.INGR_KOR_NAME,
    applicant: item.ENTP_NAME,
    firstRegisteredOn: item.DMF_PERMIT_DATE,
    sites: [{
      name: item.MNFCTR_NAME,
      address: item.MNFCTR_PLACE,
      country: item.MANUF_COUNTRY_CODE_NM,
    }],
  });
}
