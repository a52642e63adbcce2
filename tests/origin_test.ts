import assert from "node:assert/strict";
import { isLoopback, parseOrigin } from "../src/origin.ts";

Deno.test("parseOrigin() accepts scheme and host, and canonicalizes them", () => {
  assert.equal(parseOrigin("https://nedrug.mfds.go.kr"), "https://nedrug.mfds.go.kr");
  assert.equal(parseOrigin("HTTPS://Nedrug.mfds.go.kr:443/"), "https://nedrug.mfds.go.kr");
  assert.equal(parseOrigin("http://127.0.0.1:8080/"), "http://127.0.0.1:8080");
  assert.equal(parseOrigin("http://[::1]:80"), "http://[::1]");
});

Deno.test("parseOrigin() refuses anything behind the host, credentials and plain http", () => {
  const refused = [
    ...["https://a.kr/list", "https://a.kr/?", "https://a.kr/#", "https://u:p@a.kr", "a.kr", ""],
    ...["http://nedrug.mfds.go.kr", "ftp://127.0.0.1", "file:///etc/passwd", "data:,x"],
  ];
  for (const text of refused) assert.equal(parseOrigin(text), null, text);
});

Deno.test("isLoopback() knows this machine's addresses however they are written", () => {
  const own = ["http://127.0.0.1", "http://127.9.8.7:1", "http://127.1", "http://0x7f000001"];
  for (const text of [...own, "http://localhost:8", "http://[::1]"]) {
    assert.ok(isLoopback(text), text);
  }
  const others = ["https://127.0.0.1.example.kr", "https://localhost.example.kr", "nonsense"];
  for (const text of [...others, "http://128.0.0.1", "http://0.0.0.0", "http://[::2]"]) {
    assert.ok(!isLoopback(text), text);
  }
});
