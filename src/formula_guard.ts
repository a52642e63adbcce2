/**
 * Keeps spreadsheets from running text of a CSV file as a formula (OWASP, "CSV injection").
 *
 * Such text is led by an apostrophe; text that looks so guarded already gets one more, hence
 * {@linkcode unguard} always finds the text back.
 *
 * @module
 */

const dangerous = /^'*(?:\s*[=+\-@＝＋－＠]|[\t\r\n])/;

/** Keeps a spreadsheet from reading `text` as a formula. */
export function guard(text: string): string {
  return dangerous.test(text) ? `'${text}` : text;
}

/** Undoes {@linkcode guard}. */
export function unguard(text: string): string {
  return text.startsWith("'") && dangerous.test(text.slice(1)) ? text.slice(1) : text;
}
