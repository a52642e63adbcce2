/**
 * Mutations of the markup: labels in cells, classes, nesting.
 *
 * @module
 */

import { oneOf } from "../support/fixture_founding.ts";
import { CELLS, type Mutation, naming, namingPage } from "./mutation.ts";

/** The headers of the list in English. */
export const ENGLISH: Readonly<Record<string, string>> = {
  "순번": "No.",
  "대상의약품": "Category",
  "등록번호": "Registration No.",
  "성분명": "Ingredient",
  "신청인": "Applicant",
  "제조소명": "Manufacturer",
  "제조소소재지": "Site address",
  "제조국가": "Country",
  "최초등록일자": "First registered",
  "최종변경일자": "Last changed",
  "최종연차보고년도": "Last annual report",
  "취소/취하구분": "Status",
  "취소/취하일자": "Status date",
  "문서번호": "Document No.",
  "연계심사문서번호": "Linked review No.",
};

const ANY_PAGE = [namingPage(1)];

/** Mutations of the markup. */
export const MARKUP_MUTATIONS: readonly Mutation[] = [
  {
    kind: "classes changed",
    about: "every class name is another one",
    spoil: ({ roll }) => ({
      manner: { classPrefix: `css-${roll(9_999)}-`, labelClass: `L${roll(99)}` },
      names: ANY_PAGE,
    }),
  },
  {
    kind: "nesting changed",
    about: "layout tables, wrappers in every cell, bare text, or a copy for small screens",
    spoil: ({ roll }) =>
      oneOf(roll, [
        { manner: { layoutTables: true }, names: ANY_PAGE },
        { manner: { bareText: true, tableFoot: true }, names: ANY_PAGE },
        { manner: { mobile: "table" as const }, names: ANY_PAGE },
        { manner: { loneSiteFlat: true, commentedCell: true }, names: ANY_PAGE },
        {
          html: (html: string) =>
            html.replaceAll("<td><span>", "<td><div><p><span>").replaceAll(
              "</span></td>",
              "</span></p></div></td>",
            ),
          names: ANY_PAGE,
        },
      ]),
  },
  {
    kind: "labels translated",
    about: "the labels inside the cells are in English, the headers are not",
    spoil: ({ day, roll }) => {
      if (day.manner.cellLabels === false) return null;
      const labelClass = oneOf(roll, ["s-th", "m-label"]);
      return {
        columns: (columns) =>
          columns.map((column) => ({ ...column, label: ENGLISH[column.label] ?? column.label })),
        heads: (columns) => columns,
        manner: { labelClass },
        names: [...ANY_PAGE, ...naming(...CELLS)],
      };
    },
  },
];
