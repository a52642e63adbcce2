/**
 * What a page in the browser may load.
 *
 * @module
 */

import assert from "node:assert/strict";
import { addressOf, NOWHERE, rule, type Ruling, type Wanted } from "../src/browser/request_rule.ts";

const FILE: Wanted = { kind: "file", url: null, html: "", online: false };
const ONLINE: Wanted = { kind: "file", url: "https://news.kr/1#top", html: "", online: true };
const ADDRESS: Wanted = { kind: "address", url: "https://news.kr/1" };
const BARE: Wanted = { kind: "address", url: "https://news.kr/robots.txt", bare: true };
const LOCAL: Wanted = { kind: "address", url: "http://127.0.0.1:8080/" };

Deno.test.each<[string, Wanted, string, string, boolean, Ruling]>([
  ["a file is answered with itself", FILE, NOWHERE, "Document", true, "page"],
  ["a file goes nowhere else", FILE, "https://news.kr/", "Document", true, "refuse"],
  ["a file's frame is not filled", FILE, NOWHERE, "Document", false, "refuse"],
  ["a file's pictures are left blank", FILE, "https://news.kr/a.png", "Image", false, "blank"],
  ["a file gets no style", FILE, "https://news.kr/a.css", "Stylesheet", false, "refuse"],
  ["a file's script is not had", FILE, "https://news.kr/a.js", "Script", false, "refuse"],
  ["a file reads no other file", FILE, "file:///etc/passwd", "Image", false, "blank"],
  [
    "a saved page is answered at its address",
    ONLINE,
    "https://news.kr/1",
    "Document",
    true,
    "page",
  ],
  ["online a file may have pictures", ONLINE, "https://news.kr/a.png", "Image", false, "load"],
  ["online a file may have fonts", ONLINE, "https://news.kr/a.woff2", "Font", false, "load"],
  ["online a file still has no script", ONLINE, "https://news.kr/a.js", "Script", false, "refuse"],
  ["online a file sends nothing", ONLINE, "https://news.kr/log", "Ping", false, "refuse"],
  [
    "online a file stays off this machine",
    ONLINE,
    "http://127.0.0.1/a.png",
    "Image",
    false,
    "blank",
  ],
  ["an address loads itself", ADDRESS, "https://news.kr/1", "Document", true, "load"],
  ["an address loads scripts", ADDRESS, "https://cdn.kr/a.js", "Script", false, "load"],
  ["a bare address is itself", BARE, "https://news.kr/robots.txt", "Document", true, "load"],
  ["a bare address loads nothing else", BARE, "https://news.kr/a.js", "Script", false, "refuse"],
  ["an address reads no file", ADDRESS, "file:///etc/passwd", "Document", false, "refuse"],
  [
    "an address stays off this machine",
    ADDRESS,
    "http://localhost:9222/json",
    "Fetch",
    false,
    "refuse",
  ],
  [
    "an address of this machine may stay there",
    LOCAL,
    "http://127.0.0.1:81/a",
    "Fetch",
    false,
    "load",
  ],
])("rule(): $0", (_fact, wanted, url, type, main, ruling) => {
  assert.equal(rule(wanted, { url, type, main }), ruling);
});

Deno.test.each([
  ["127.0.0.1"],
  ["127.9.9.9"],
  ["0.0.0.0"],
  ["10.1.2.3"],
  ["172.16.0.1"],
  ["172.31.255.255"],
  ["192.168.0.1"],
  ["169.254.169.254"],
  ["100.64.0.1"],
  ["2130706433"],
  ["0x7f.1"],
  ["[::1]"],
  ["[::ffff:127.0.0.1]"],
  ["[fd00::1]"],
  ["[fe80::1]"],
  ["localhost"],
  ["db.localhost"],
  ["printer.local"],
  ["metadata.google.internal"],
  ["localhost."],
])("rule() knows $0 for a place of this machine or its network", (host: string) => {
  const asked = { url: new URL(`http://${host}/`).href, type: "Fetch", main: false };
  assert.equal(rule(ADDRESS, asked), "refuse");
});

Deno.test.each([["8.8.8.8"], ["172.32.0.1"], ["100.128.0.1"], ["[2001:db8::1]"], ["local.kr"]])(
  "rule() knows $0 for a place of the world",
  (host: string) => {
    assert.equal(rule(ADDRESS, { url: `http://${host}/`, type: "Fetch", main: false }), "load");
  },
);

Deno.test("addressOf() is the page's address without its fragment", () => {
  assert.equal(addressOf(FILE), NOWHERE);
  assert.equal(addressOf(ONLINE), "https://news.kr/1");
});
