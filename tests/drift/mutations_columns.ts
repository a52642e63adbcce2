/**
 * Mutations of the table: headers and columns.
 *
 * @module
 */

import { type Dice, oneOf } from "../support/fixture_founding.ts";
import type { Column } from "../support/fixture_page.ts";
import {
  type Case,
  CELLS,
  type Draw,
  type Mutation,
  naming,
  namingPage,
  someOf,
} from "./mutation.ts";
import { ENGLISH } from "./mutations_markup.ts";

const LABELS = Object.keys(ENGLISH);
const ANY_PAGE = [namingPage(1)];

type Hook = (columns: readonly Column[]) => readonly Column[];

/** Puts other headers above the columns; labels in the cells follow where `labels` says so. */
function retitled(to: (header: string) => string, labels: boolean): Hook {
  return (columns) =>
    columns.map((column) => ({
      ...column,
      header: to(column.header),
      label: labels ? to(column.label) : column.label,
    }));
}

function renamed(draw: Draw, to: (label: string) => string): Case {
  const label = oneOf(draw.roll, CELLS).label;
  const rename = (found: string) => found === label ? to(label) : found;
  return {
    columns: retitled(rename, draw.roll(2) === 0),
    heads: retitled(rename, true),
    names: naming(label),
  };
}

function twoColumns(roll: Dice): readonly [string, string] {
  const [one, other] = [...someOf(roll, CELLS, 2)].map(({ label }) => label);
  return [one as string, other as string];
}

function exchanged(columns: readonly Column[], one: string, other: string): readonly Column[] {
  const find = (label: string) => columns.find((column) => column.label === label) as Column;
  return columns.map((column) =>
    column.label === one ? find(other) : column.label === other ? find(one) : column
  );
}

/** Columns whose texts come from other columns, header and label staying where they are. */
function withTextsOf(columns: readonly Column[], sources: readonly Column[]): readonly Column[] {
  return columns.map((column, at) => ({ ...column, text: (sources[at] as Column).text }));
}

function spliced(at: number, remove: number, ...added: readonly Column[]): Hook {
  return (columns) => columns.toSpliced(at, remove, ...added);
}

const UNEVEN = [/칸이 \d+개여야/, ...ANY_PAGE];
const REMARK: Column = { header: "비고", label: "비고", text: () => "없음" };

/** Mutations of the table. */
export const COLUMN_MUTATIONS: readonly Mutation[] = [
  {
    kind: "header renamed, near word",
    about: "one header gets a word before or after it",
    spoil: (draw) => {
      const [before, after] = oneOf(draw.roll, [["주", ""], ["", "(한글)"], ["최종 ", ""], [
        "",
        " 등",
      ]]);
      return renamed(draw, (label) => `${before}${label}${after}`);
    },
  },
  {
    kind: "header renamed, far word",
    about: "one header gets another word or none",
    spoil: (draw) => {
      const word = oneOf(draw.roll, ["구분2", "내용", "항목", "", "상세보기"]);
      return renamed(draw, () => word);
    },
  },
  {
    kind: "header translated",
    about: "one header is in English",
    spoil: (draw) => renamed(draw, (label) => ENGLISH[label] as string),
  },
  {
    kind: "all headers translated",
    about: "the page is the English version of the list",
    spoil: () => ({
      columns: retitled((label) => ENGLISH[label] ?? label, true),
      names: ANY_PAGE,
    }),
  },
  {
    kind: "columns swapped whole",
    about: "two columns change places with header, labels and cells",
    spoil: ({ roll }) => {
      const [one, other] = twoColumns(roll);
      return {
        columns: (columns) => exchanged(columns, one, other),
        names: naming(one, other),
      };
    },
  },
  {
    kind: "cells swapped",
    about: "the cells of two columns change places, with their labels, under headers that stay",
    spoil: ({ roll }) => {
      const [one, other] = twoColumns(roll);
      return {
        columns: (columns) => exchanged(columns, one, other),
        heads: (columns) => columns,
        names: naming(one, other),
      };
    },
  },
  {
    kind: "cells swapped, labels stay",
    about: "the texts of two columns change places under headers and labels that stay",
    spoil: ({ roll }) => {
      const [one, other] = twoColumns(roll);
      return {
        columns: (columns) => withTextsOf(columns, exchanged(columns, one, other)),
        names: naming(one, other),
      };
    },
  },
  {
    kind: "headers swapped",
    about: "two headers change places above cells that stay",
    spoil: ({ roll }) => {
      const [one, other] = twoColumns(roll);
      return {
        heads: (columns) => exchanged(columns, one, other),
        names: naming(one, other),
      };
    },
  },
  {
    kind: "columns shifted by one",
    about: "from one column on every text stands one column further right",
    spoil: ({ roll, day }) => {
      const from = 1 + roll(12);
      const named = naming(...LABELS.slice(from));
      const labels = day.manner.cellLabels !== false && roll(2) === 0;
      return {
        columns: (columns) => {
          const moved = columns.toSpliced(from, 0, REMARK).slice(0, columns.length);
          return labels ? moved : withTextsOf(columns, moved);
        },
        heads: (columns) => columns,
        names: named,
      };
    },
  },
  {
    kind: "columns merged",
    about: "two neighbouring columns become one, header and cells",
    spoil: ({ roll }) => {
      const at = 1 + roll(13);
      return {
        columns: (columns) => columns.toSpliced(at, 2, merged(columns, at, true)),
        names: naming(LABELS[at] as string, LABELS[at + 1] as string),
      };
    },
  },
  {
    kind: "texts merged",
    about: "the texts of two neighbouring columns stand in the first, the second is empty",
    spoil: ({ roll }) => {
      const at = 1 + roll(13);
      return {
        columns: (columns) =>
          columns.toSpliced(at, 2, merged(columns, at, false), {
            ...columns[at + 1] as Column,
            text: () => "",
          }),
        names: naming(LABELS[at] as string, LABELS[at + 1] as string),
      };
    },
  },
  {
    kind: "column dropped",
    about: "one column is gone, header and cells",
    spoil: ({ roll }) => {
      const at = 1 + roll(14);
      return { columns: spliced(at, 1), names: naming(LABELS[at] as string) };
    },
  },
  {
    kind: "cells dropped, header stays",
    about: "the cells of one column are gone, its header is not",
    spoil: ({ roll }) => {
      const at = 1 + roll(14);
      return {
        columns: spliced(at, 1),
        heads: (columns) => columns,
        names: [...UNEVEN, ...naming(LABELS[at] as string)],
      };
    },
  },
  {
    kind: "header dropped, cells stay",
    about: "one header is gone, its cells are not",
    spoil: ({ roll }) => {
      const at = 1 + roll(14);
      return { heads: spliced(at, 1), names: naming(LABELS[at] as string) };
    },
  },
  {
    kind: "column added in the middle",
    about: "a column that nobody knows, header and cells",
    spoil: ({ roll }) => ({
      columns: spliced(1 + roll(13), 0, REMARK),
      names: naming("비고"),
    }),
  },
  {
    kind: "cells added, no header",
    about: "every row has one cell more than the header",
    spoil: ({ roll }) => ({
      columns: spliced(1 + roll(13), 0, REMARK),
      heads: (columns) => columns,
      names: UNEVEN,
    }),
  },
];

/** Two columns in one; a nested cell becomes one line of text. */
function merged(columns: readonly Column[], at: number, both: boolean): Column {
  const [one, other] = [columns[at] as Column, columns[at + 1] as Column];
  const header = both ? `${one.header}/${other.header}` : one.header;
  return {
    header,
    label: both ? header : one.label,
    text: (row, rowNumber) =>
      [one, other].flatMap((column) => column.text(row, rowNumber)).filter((text) => text !== "")
        .join(" "),
  };
}
