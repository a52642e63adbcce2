/**
 * The file `store.json`: which store a data folder was founded with, and how far it has come.
 *
 * What follows from it is decided in `data_folder.ts`.
 *
 * @module
 */

import type { Head } from "../run_record.ts";
import { StoreFault } from "../store_fault.ts";
import { maybeRead, writeDurably } from "./durable_file.ts";

/** Layout of the store that this program reads and writes. */
export const STORE_SCHEMA = 1;

/** What `store.json` says of the store beside it. */
export interface StoreMarker {
  readonly store: string;
  readonly schema: number;
  readonly createdAt: string;
  /** True once the store itself is known to carry the same id; before that it may be empty. */
  readonly founded: boolean;
  /**
   * The last seal of each source that this folder is known to have had; the store may be further on,
   * never behind. Absent in the markers of earlier programs.
   */
  readonly sealed?: Sealed;
}

/** The last seal by source. */
export type Sealed = Readonly<Record<string, SealedHead>>;

/** What identifies a seal. */
export type SealedHead = Pick<Head, "run" | "seq" | "chain">;

/** Writes the marker so that it is there whole or as it was before. */
export async function writeMarker(path: string, marker: StoreMarker): Promise<void> {
  await writeDurably(path, new TextEncoder().encode(`${JSON.stringify(marker, null, 2)}\n`));
}

/**
 * Reads the marker, `null` where there is none.
 *
 * @throws {StoreFault} where it is damaged, or a newer program wrote it.
 */
export async function readMarker(path: string): Promise<StoreMarker | null> {
  const bytes = await maybeRead(path);
  if (bytes === null) return null;
  const marker = parseMarker(new TextDecoder().decode(bytes));
  if (marker === null) {
    throw new StoreFault({
      ko: `"${path}" 파일을 읽을 수 없습니다: 손상되었습니다. 자료 폴더의 백업에서 복원하십시오.`,
      en: `Cannot read "${path}": it is damaged; restore it from a backup of the data folder`,
    });
  }
  if (marker.schema > STORE_SCHEMA) {
    throw new StoreFault({
      ko: `"${path}" 파일을 읽을 수 없습니다: 더 새로운 dmf가 쓴 저장소입니다(스키마 ` +
        `${marker.schema}, 이 프로그램은 ${STORE_SCHEMA}까지). 새 프로그램을 쓰십시오.`,
      en: `Cannot read "${path}": a newer dmf wrote this store (schema ${marker.schema}, this ` +
        `program reads ${STORE_SCHEMA}); use the newer program`,
    });
  }
  return marker;
}

/** The marker in the text of its file; `null` where it is damaged. */
export function parseMarker(text: string): StoreMarker | null {
  let value: Partial<Record<keyof StoreMarker, unknown>> | null;
  try {
    value = JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
  const { store, schema, createdAt, founded, sealed } = value ?? {};
  return typeof store === "string" && store !== "" && typeof schema === "number" &&
      typeof createdAt === "string" && typeof founded === "boolean" && isSealed(sealed)
    ? { store, schema, createdAt, founded, ...(sealed ? { sealed } : {}) }
    : null;
}

function isSealed(value: unknown): value is Sealed | undefined {
  if (value === undefined) return true;
  return typeof value === "object" && value !== null &&
    Object.values(value).every((head: Partial<SealedHead> | null) =>
      typeof head?.run === "string" && typeof head.seq === "number" &&
      typeof head.chain === "string"
    );
}
