/**
 * A service of data.go.kr on loopback that answers as its test says: rows in pages, in JSON or XML.
 *
 * @module
 */

/** A row as the service writes it. */
export type ApiRow = Readonly<Record<string, string | null>>;

/** What one answer is made of; a test may change any of it. */
export interface ApiAnswer {
  readonly rows: readonly ApiRow[];
  readonly total: number;
  readonly page: number;
  readonly size: number;
}

/** Path of the service that the double serves besides robots.txt. */
export const API_PATH = "/1471000/MdcDmfInfoService01/getMdcDmfList01";

/** The key it knows, as issued, and decoded. */
export const ENCODED_KEY = "s3cr3t%2Bkey%2Fwith%3D%3Dsigns01234";
export const DECODED_KEY = "s3cr3t+key/with==signs01234";

/** The server. */
export class ApiDouble implements AsyncDisposable {
  rows: readonly ApiRow[] = [];
  form: "json" | "wrapped-json" | "xml" = "json";
  /** Takes an answer's place, or changes what is in it; `null` leaves it. */
  intercept: (answer: ApiAnswer, url: URL) => Response | ApiAnswer | null = () => null;
  robots = "User-agent: *\nAllow: /\n";
  /** Addresses as they arrived, keys and all. */
  readonly asked: URL[] = [];
  readonly #server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {} },
    (request) => this.#answer(new URL(request.url)),
  );

  get origin(): string {
    return `http://127.0.0.1:${this.#server.addr.port}`;
  }

  /** Pages that were asked for, in order. */
  get pages(): number[] {
    return this.asked.filter(({ pathname }) => pathname === API_PATH)
      .map(({ searchParams }) => Number(searchParams.get("pageNo")));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#server.shutdown();
  }

  #answer(url: URL): Response {
    this.asked.push(url);
    if (url.pathname === "/robots.txt") return new Response(this.robots);
    if (url.pathname !== API_PATH) return gatewayError("12", "NO_OPENAPI_SERVICE_ERROR");
    if (url.searchParams.get("serviceKey") !== DECODED_KEY) {
      return gatewayError("30", "SERVICE_KEY_IS_NOT_REGISTERED_ERROR");
    }
    const size = Number(url.searchParams.get("numOfRows"));
    if (size > 500) return gatewayError("10", "INVALID_REQUEST_PARAMETER_ERROR");
    const page = Number(url.searchParams.get("pageNo"));
    const wanted = this.rows.filter((row) => matches(row, url.searchParams));
    const rows = wanted.slice((page - 1) * size, page * size);
    const answer = { rows, total: wanted.length, page, size };
    const changed = this.intercept(answer, url) ?? answer;
    return changed instanceof Response ? changed : this.#written(changed);
  }

  #written(answer: ApiAnswer): Response {
    if (this.form === "xml") return xml(answer);
    const { rows, total: totalCount, page: pageNo, size: numOfRows } = answer;
    const header = { resultCode: "00", resultMsg: "NORMAL SERVICE." };
    const counts = { pageNo, totalCount, numOfRows };
    if (this.form === "json") {
      return Response.json({
        header,
        body: { ...counts, ...(rows.length > 0 && { items: rows }) },
      });
    }
    const items = { item: rows.length === 1 ? rows[0] : rows };
    return Response.json({ response: { header, body: { items, ...counts } } });
  }
}

function matches(row: ApiRow, asked: URLSearchParams): boolean {
  const ingredient = asked.get("ingr_kor_name");
  const applicant = asked.get("entp_name");
  return (ingredient === null || (row["INGR_KOR_NAME"] ?? "").includes(ingredient)) &&
    (applicant === null || (row["ENTP_NAME"] ?? "").includes(applicant));
}

/** The gateway's own answer: XML and HTTP 200, whatever was asked for. */
export function gatewayError(code: string, name: string): Response {
  const envelope = "<OpenAPI_ServiceResponse><cmmMsgHeader><errMsg>SERVICE ERROR</errMsg>" +
    `<returnAuthMsg>${name}</returnAuthMsg><returnReasonCode>${code}</returnReasonCode>` +
    "</cmmMsgHeader></OpenAPI_ServiceResponse>";
  return new Response(envelope, { headers: { "content-type": "text/xml;charset=UTF-8" } });
}

function xml({ rows, total, page, size }: ApiAnswer): Response {
  const item = (row: ApiRow) =>
    `<item>${
      Object.entries(row).map(([name, value]) =>
        value === null ? `<${name}/>` : `<${name}>${escaped(value)}</${name}>`
      ).join("")
    }</item>`;
  const items = rows.length === 0 ? "<items/>" : `<items>${rows.map(item).join("\n")}</items>`;
  const text = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<response>' +
    "<header><resultCode>00</resultCode><resultMsg>NORMAL SERVICE.</resultMsg></header>" +
    `<body><numOfRows>${size}</numOfRows><pageNo>${page}</pageNo>` +
    `<totalCount>${total}</totalCount>${items}</body></response>\n`;
  return new Response(text, { headers: { "content-type": "application/xml;charset=UTF-8" } });
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll("\r", "&#13;");
}

/** Rows like those of the register; the same number is always the same row. */
export function apiRows(count: number, from = 0): ApiRow[] {
  return Array.from({ length: count }, (_, i) => apiRow(from + i));
}

const INGREDIENTS = [
  "프레가발린",
  "타다라필",
  "메트포르민염산염",
  "세포티암염산염",
  "콜린알포세레이트",
];
const APPLICANTS = ["(주)국전", "㈜하이플", "백수의약(주)", "한국바이오켐제약(주)"];
const COUNTRIES = ["인도", "중국", "이탈리아", "일본"];
const CATEGORIES = ["별표1", "기타", "신물질"];

function apiRow(n: number): ApiRow {
  const day = Temporal.PlainDate.from("2005-08-31").add({ days: n });
  const plant = `Plant ${n} Fine Chemicals Co., Ltd.`;
  return {
    DMF_PERMIT_NO: `${day.toString().replaceAll("-", "")}-${n % 200 + 1}-I-${n + 1}-0${n % 9 + 1}`,
    INGR_KOR_NAME: `${INGREDIENTS[n % 5]} ${Math.floor(n / 5)}`,
    ENTP_NAME: APPLICANTS[n % 4] as string,
    MNFCTR_NAME: plant,
    MNFCTR_PLACE: `Plot No. ${n}, Phase-Ⅳ, GIDC, Panoli-394 116, Gujarat`,
    MANUF_COUNTRY_CODE_NM: COUNTRIES[n % 4] as string,
    DMF_PERMIT_DATE: day.toString(),
    BIZRNO: String(1_000_000_000 + n),
    NOTICE_CODE: CATEGORIES[n % 3] as string,
  };
}
