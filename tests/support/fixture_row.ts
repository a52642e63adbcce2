/**
 * One row of the fixture site, as plain text.
 *
 * The fixture site is a second hand: it shares no code with the built-in replica, so that one
 * misunderstanding cannot hide in both.
 *
 * @module
 */

/** The cells of a row without its 순번; "" where the site shows nothing. */
export interface FixtureRow {
  /** 대상의약품 */
  readonly category: string;
  /** 등록번호 */
  readonly number: string;
  /** 성분명 */
  readonly ingredient: string;
  /** 신청인 */
  readonly applicant: string;
  /** 제조소명, 제조소소재지 and 제조국가 are three nested tables, each with its own rows. */
  readonly siteNames: readonly string[];
  readonly siteAddresses: readonly string[];
  readonly siteCountries: readonly string[];
  /** 최초등록일자 */
  readonly firstOn: string;
  /** 최종변경일자 */
  readonly changedOn: string;
  /** 최종연차보고년도 */
  readonly reportYear: string;
  /** 취소/취하구분, any word */
  readonly status: string;
  /** 취소/취하일자 */
  readonly statusOn: string;
  /** 문서번호 */
  readonly version: string;
  /** 연계심사문서번호 */
  readonly review: string;
}
