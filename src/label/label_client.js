// The labelling page in the browser: draws blocks as text at their places, and sends what is marked.
// Nothing of a page is ever taken for markup: everything goes through textContent.

const token = location.hash.slice(1);
const at = (id) => document.getElementById(id);
const stage = at("stage");
const view = at("view");
/** Marks by pen; the server knows "content", "title", "other" and null. */
const PENS = { content: "content", title: "title", other: "other", clear: null };
const KEYS = { 1: "content", 2: "title", 3: "other", 0: "clear" };

/** Around the page, so that the edges of its boxes show. */
const MARGIN = 12;

let words = {};
let pages = [];
let page = 0;
let blocks = [];
let buttons = [];
let size = { width: 1, height: 1 };
let pen = "content";
let current = -1;
let before = [];
let sending = Promise.resolve();
let waiting = 0;

async function ask(path, body) {
  const response = await fetch(path, {
    method: body === undefined ? "GET" : "POST",
    headers: {
      "x-token": token,
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const answer = response.status === 403 ? {} : await response.json();
  if (!response.ok) throw new Error(answer.fault ?? String(response.status));
  return answer;
}

function tell(text, kind) {
  at("state").textContent = text;
  at("state").className = kind;
}

function notice(text) {
  at("notice").textContent = text;
  at("notice").hidden = false;
}

/** Saves marks one after the other, so that the last one given is the one that stays. */
function send(changes) {
  const where = page;
  waiting++;
  tell(words.saving, "busy");
  sending = sending.then(async () => {
    try {
      const progress = await ask(`/pages/${where}`, changes);
      Object.assign(pages[where], progress);
      waiting--;
      if (waiting === 0) tell(words.saved, "good");
      showProgress();
    } catch (error) {
      waiting--;
      const lost = error instanceof TypeError;
      tell(words.notSaved, "bad");
      notice(lost ? words.lost : error.message);
    }
  });
}

function mark(indices, value, remember = true) {
  const changed = indices.filter((index) => blocks[index].mark !== value);
  if (changed.length === 0) return;
  if (remember) before.push(changed.map((index) => [index, blocks[index].mark]));
  for (const index of changed) {
    blocks[index].mark = value;
    paint(index);
  }
  send(changed.map((index) => [index, value]));
  showBlock();
}

function undo() {
  const last = before.pop();
  if (last === undefined) return;
  for (const [index, value] of last) {
    blocks[index].mark = value;
    paint(index);
  }
  send(last);
  focus(last[0][0]);
}

function rest() {
  mark(blocks.flatMap((block, index) => block.mark === null ? [index] : []), "other");
}

function paint(index) {
  const { mark, text, kind } = blocks[index];
  const button = buttons[index];
  button.className = `box ${mark ?? "none"} ${kind}`;
  const label = mark === null ? words.unlabelled : words[mark];
  button.setAttribute(
    "aria-label",
    `${label}: ${kind === "image" ? `${words.image} ` : ""}${text}`,
  );
}

function draw() {
  stage.replaceChildren();
  buttons = blocks.map((block, index) => {
    const button = document.createElement("button");
    const text = document.createElement("span");
    button.type = "button";
    button.tabIndex = index === 0 ? 0 : -1;
    button.dataset.block = String(index);
    text.textContent = block.kind === "image" ? `${words.image} ${block.text}` : block.text;
    button.append(text);
    stage.append(button);
    return button;
  });
  for (const index of blocks.keys()) paint(index);
  place();
}

/** Boxes keep their places at every width of the window; small ones lie upon large ones. */
function place() {
  const scale = Math.min(1, (view.clientWidth - 2 * (24 + MARGIN)) / size.width);
  stage.style.width = `${size.width * scale + 2 * MARGIN}px`;
  stage.style.height = `${size.height * scale + 2 * MARGIN}px`;
  const order = [...blocks.keys()].sort((a, b) => area(blocks[b]) - area(blocks[a]));
  for (const [rank, index] of order.entries()) {
    const { x, y, width, height, fontSize, kind } = blocks[index];
    const { style } = buttons[index];
    style.left = `${x * scale + MARGIN}px`;
    style.top = `${y * scale + MARGIN}px`;
    style.width = `${Math.max(10, width * scale)}px`;
    style.height = `${Math.max(10, height * scale)}px`;
    style.fontSize = `${kind === "image" ? 12 : Math.max(6, Math.min(96, fontSize * scale))}px`;
    style.zIndex = String(rank + 1);
    buttons[index].classList.toggle("line", height < 1.9 * fontSize);
  }
}

function area({ width, height }) {
  return width * height;
}

function focus(index) {
  if (index < 0 || index >= buttons.length) return;
  if (buttons[current]) buttons[current].tabIndex = -1;
  current = index;
  buttons[index].tabIndex = 0;
  buttons[index].focus({ preventScroll: true });
  buttons[index].scrollIntoView({ block: "nearest" });
  showBlock();
}

function showBlock() {
  const block = blocks[current];
  if (block === undefined) return;
  const line = (name, value) => {
    const [row, term, text] = ["div", "dt", "dd"].map((tag) => document.createElement(tag));
    term.textContent = name;
    text.textContent = value;
    row.append(term, text);
    return row;
  };
  const text = document.createElement("p");
  const facts = document.createElement("dl");
  text.className = "text";
  text.textContent = block.text;
  const round = Math.round;
  facts.append(
    line(words.pen, block.mark === null ? words.unlabelled : words[block.mark]),
    line(words.place, `${round(block.x)}, ${round(block.y)}`),
    line(words.size, `${round(block.width)} × ${round(block.height)}`),
    ...(block.kind === "image" ? [] : [line(words.font, `${round(block.fontSize * 10) / 10} px`)]),
  );
  at("block").replaceChildren(text, facts);
}

function showProgress() {
  const { done, all } = pages[page];
  at("progress").max = Math.max(1, all);
  at("progress").value = done;
  at("count").textContent = `${done} / ${all}`;
  for (const [index, { name, done, all }] of pages.entries()) {
    const option = at("pages").options[index];
    option.title = name;
    option.textContent = `${done === all ? "✓ " : ""}${index + 1}/${pages.length}  ${short(name)}`;
  }
}

/** The end of a path tells pages apart. */
function short(name) {
  const parts = name.split("/").filter((part) => part !== "");
  return /^https?:/.test(name) ? parts.slice(1).join("/") : parts.at(-1) ?? name;
}

async function open(index) {
  if (index < 0 || index >= pages.length) return;
  await sending;
  const answer = await ask(`/pages/${index}`);
  page = index;
  size = { width: Math.max(1, answer.width), height: Math.max(1, answer.height) };
  blocks = answer.blocks;
  before = [];
  current = -1;
  at("pages").selectedIndex = index;
  at("previous").disabled = index === 0;
  at("next").disabled = index === pages.length - 1;
  draw();
  showProgress();
  view.scrollTop = 0;
  const first = blocks.findIndex(({ mark }) => mark === null);
  focus(first < 0 ? 0 : first);
}

function choose(name) {
  pen = name;
  for (const button of document.querySelectorAll("[data-pen]")) {
    button.setAttribute("aria-pressed", String(button.dataset.pen === name));
  }
}

async function finish() {
  await sending;
  await ask("/done", {});
  document.querySelector("main").hidden = true;
  at("done").disabled = true;
  notice(words.ended);
}

function follow(promise) {
  promise.catch((error) => notice(error instanceof TypeError ? words.lost : error.message));
}

stage.addEventListener("click", (event) => {
  const button = event.target.closest("[data-block]");
  if (button === null) return;
  const index = Number(button.dataset.block);
  const from = event.shiftKey && current >= 0 ? current : index;
  const [low, high] = [Math.min(from, index), Math.max(from, index)];
  const range = Array.from({ length: high - low + 1 }, (_, i) => low + i);
  focus(index);
  mark(range, PENS[pen]);
});

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) {
    if (event.key.toLowerCase() === "z" && !event.altKey) undo();
    else return;
  } else if (event.target instanceof HTMLSelectElement) return;
  else if (Object.hasOwn(KEYS, event.key)) {
    if (current < 0) return;
    mark([current], PENS[KEYS[event.key]]);
    focus(Math.min(current + 1, blocks.length - 1));
  } else if (event.key === "ArrowDown" || event.key === "ArrowRight") focus(current + 1);
  else if (event.key === "ArrowUp" || event.key === "ArrowLeft") focus(current - 1);
  else if (event.key === "[") follow(open(page - 1));
  else if (event.key === "]") follow(open(page + 1));
  else if (event.code === "KeyN") rest();
  else if (event.code === "KeyZ") undo();
  else return;
  event.preventDefault();
});

for (const button of document.querySelectorAll("[data-pen]")) {
  button.addEventListener("click", () => choose(button.dataset.pen));
}
at("previous").addEventListener("click", () => follow(open(page - 1)));
at("next").addEventListener("click", () => follow(open(page + 1)));
at("pages").addEventListener("change", () => follow(open(at("pages").selectedIndex)));
at("rest").addEventListener("click", rest);
at("undo").addEventListener("click", undo);
at("done").addEventListener("click", () => follow(finish()));
addEventListener("resize", place);

async function start() {
  const overview = await ask("/pages");
  words = overview.words;
  pages = overview.pages;
  at("pages").replaceChildren(...pages.map(() => document.createElement("option")));
  await open(Math.max(0, pages.findIndex(({ done, all }) => done < all)));
}

follow(start());
