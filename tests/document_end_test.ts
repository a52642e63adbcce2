import assert from "node:assert/strict";
import { closesHtml, opensHtml, tailOf } from "../src/document_end.ts";

Deno.test.each(
  [
    ["<html>", true],
    ["<HTML lang=ko>", true],
    ["\uFEFF\r\n<?xml version='1.0'?><!-- <body> --><!DOCTYPE html>\n<html>", true],
    ["<!-- a -->".repeat(1000) + "<html>", true],
    ["<html", false],
    ["<htmlx>", false],
    ["<p><html>", false],
    ["<!-- <html> -->", false],
    ["<!-- <html>", false],
    ["<!DOCTYPE", false],
    ["", false],
  ] as const,
)("opensHtml() says of %j %s", (text: string, expected: boolean) => {
  assert.equal(opensHtml(text), expected);
});

Deno.test.each(
  [
    ["<html></html>", true],
    ["</HTML\n>\r\n\u3000", true],
    ["</html><!-- 12 ms --> <!---->\n", true],
    ["</html>\n<script src='/waf.js'></script>\n<!-- 3 --><SCRIPT>a()</SCRIPT >", true],
    ["<script></html></script>", false],
    ["</html><script>cut", false],
    ["</script>", false],
    ["</html>x", false],
    ["</html><!-- cut", false],
    ["</html", false],
    ["</body>", false],
    ["-->", false],
    ["<!-- </html> -->", false],
    ["", false],
  ] as const,
)("closesHtml() says of %j %s", (text: string, expected: boolean) => {
  assert.equal(closesHtml(text), expected);
});

Deno.test("tailOf() gives the last 40 characters, whole ones, on one line", () => {
  assert.equal(tailOf("<td>\r\n  끊김"), "<td> 끊김");
  assert.equal(tailOf(`앞${"😀".repeat(60)}`), "😀".repeat(40));
});
