
"use strict";
/*
 * Draws the model that LayoutJson writes. Nothing of the file becomes HTML: all text is set as text. -1 is "not known".
 *
 * chunk: [group, column, offset, bytes, raw, entries, nulls, codec, pagesAre, withDictionary, withoutDictionary,
 *         low, high, min, max, pages]
 * page:  [offset, bytes, kind, entries, firstRow, rows, nulls, low, high, min, max, encoding]
 * region: [kind, offset, length, group, column, count]
 * group: [rows, bytes, raw]; low and high are places from 0 to 1000 on the scale of the column
 */
const data = JSON.parse(document.getElementById("data").textContent);
const byId = id => document.getElementById(id);

// ---- words and numbers

const grouped = number => number.toLocaleString("en-US");
const counted = (number, noun) => grouped(number) + " " + noun + (number === 1 ? "" : "s");

function size(bytes) {
  if (bytes < 10000) return counted(bytes, "byte");
  const units = ["KB", "MB", "GB", "TB"];
  let value = bytes / 1000, unit = 0;
  while (value >= 999.5 && unit < 3) { value /= 1000; unit++; }
  return (value < 10 ? value.toFixed(1) : Math.round(value)) + " " + units[unit];
}

function percent(part) {
  const value = part * 100;
  return value === 0 ? "0 %" : value < 0.1 ? "under 0.1 %" : (value < 10 ? value.toFixed(1) : Math.round(value)) + " %";
}

const ratio = (raw, bytes) => bytes > 0 ? (raw / bytes).toFixed(1) + " : 1" : "-";

function el(tag, properties, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(properties || {})) {
    if (name === "class") node.className = value;
    else if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (name.includes("-") || name === "role") node.setAttribute(name, value);
    else node[name] = value;
  }
  node.append(...children.filter(child => child !== null && child !== undefined));
  return node;
}

function svg(tag, attributes, ...children) {
  const node = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes || {})) node.setAttribute(name, value);
  node.append(...children);
  return node;
}

const fact = (name, value) => el("div", {}, el("dt", {}, name), el("dd", {}, value));

// ---- the model

const chunks = data.chunks.map(c => ({
  level: "chunk", group: c[0], column: c[1], offset: c[2], bytes: c[3], raw: c[4], entries: c[5], nulls: c[6], codec: c[7],
  pagesAre: c[8], withDictionary: c[9], withoutDictionary: c[10], low: c[11], high: c[12], min: c[13], max: c[14], pages: [], source: c[15]
}));
const pageAt = new Map();
const chunkAt = new Map();
for (const chunk of chunks) {
  let number = 0;
  chunk.pages = chunk.source.map(p => {
    const page = {
      level: "page", chunk, offset: p[0], bytes: p[1], kind: p[2], number: p[2] === "data" ? number++ : -1, entries: p[3], firstRow: p[4], rows: p[5],
      nulls: p[6], low: p[7], high: p[8], min: p[9], max: p[10], encoding: p[11]
    };
    pageAt.set(page.offset, page);
    return page;
  });
  chunkAt.set(chunk.group + "/" + chunk.column, chunk);
}
let firstRow = 0;
const groups = data.groups.map((g, number) => {
  const group = { level: "group", number, rows: g[0], bytes: g[1], raw: g[2], firstRow, chunks: [] };
  firstRow += g[0];
  return group;
});
for (const chunk of chunks) groups[chunk.group].chunks.push(chunk);
const path = chunk => data.columns[chunk.column].path;

const KINDS = {
  magic: "magic number", footer: "footer", footer_length: "length of the footer", column_index: "column index", offset_index: "offset index",
  bloom_filter: "bloom filter", unknown: "belongs to nothing", metadata_copy: "column metadata, again", lost_page: "page of an unknown column", chunk: "column chunk"
};
const FAMILIES = { text: "text", whole: "whole numbers", fraction: "fractions", time: "dates and times", boolean: "true or false", bytes: "bytes" };

const pageName = page => page.kind === "dictionary" ? "dictionary" : page.kind === "data" ? "page " + page.number : "other page";

// ---- tooltips

const tip = byId("tip");
function showTip(text, x, y) {
  tip.textContent = text;
  tip.hidden = false;
  const box = tip.getBoundingClientRect();
  tip.style.left = Math.max(6, Math.min(x + 14, innerWidth - box.width - 8)) + "px";
  tip.style.top = (y + 18 + box.height > innerHeight ? y - box.height - 10 : y + 18) + "px";
}
const hideTip = () => { tip.hidden = true; };
function withTip(node, text) {
  node.addEventListener("pointermove", event => { showTip(text(), event.clientX, event.clientY); event.stopPropagation(); });
  node.addEventListener("pointerleave", hideTip);
  node.addEventListener("focus", () => {
    if (!node.matches(":focus-visible")) return;
    const box = node.getBoundingClientRect();
    showTip(text(), box.left + Math.min(box.width / 2, 60), box.bottom - 16);
  });
  node.addEventListener("blur", hideTip);
  return node;
}

/** One stop for Tab in a group of many; the arrow keys move within it. */
function roving(container, onBack) {
  const stops = () => [...container.querySelectorAll("button")];
  const first = stops();
  first.forEach((node, i) => { node.tabIndex = i === 0 ? 0 : -1; });
  container.onkeydown = event => {
    const all = stops(), at = all.indexOf(document.activeElement);
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1, Home: -at, End: all.length - 1 - at }[event.key];
    if (step !== undefined && at >= 0) {
      const next = all[Math.max(0, Math.min(all.length - 1, at + step))];
      all[at].tabIndex = -1;
      next.tabIndex = 0;
      next.focus();
      event.preventDefault();
    } else if ((event.key === "Backspace" || event.key === "Escape") && onBack) {
      onBack();
      event.preventDefault();
    }
  };
}

// ---- head

function drawHead() {
  const file = data.file;
  const name = file.name.split("/").pop();
  document.title = name + " · parquetry layout";
  byId("name").textContent = name;
  byId("made").textContent = "Made by " + data.program + " from " + file.name + ". This page is one file and loads nothing.";
  const facts = byId("facts");
  facts.append(fact("bytes", grouped(file.bytes)));
  if (file.rows === undefined) {
    byId("summary").textContent = "The footer of this file cannot be used, so its columns are not known. What can be seen is drawn.";
    for (const id of ["advice-section", "columns-section"]) byId(id).hidden = true;
    return;
  }
  const bytes = groups.reduce((sum, group) => sum + group.bytes, 0), raw = groups.reduce((sum, group) => sum + group.raw, 0);
  const pages = chunks.reduce((sum, chunk) => sum + chunk.pages.length, 0);
  byId("summary").textContent = counted(file.rows, "row") + " in " + counted(data.columns.length, "column") + " and " + counted(groups.length, "row group")
    + ", stored in " + size(file.bytes) + ".";
  facts.append(fact("pages", grouped(pages) + (chunks.some(c => c.pagesAre === "unknown" || c.pagesAre === "some") ? " and more" : "")),
    fact("in columns", size(bytes)), fact("elsewhere", size(Math.max(0, file.bytes - bytes))), fact("raw : stored", ratio(raw, bytes)),
    fact("footer", size(file.footerBytes)), fact("codec", [...new Set(data.columns.flatMap(c => c.codecs))].join(", ") || "-"),
    fact("format version", String(file.version)), fact("written by", file.createdBy || "(does not say)"));
  if (file.keyValues.length > 0) {
    facts.append(fact("key-value metadata", file.keyValues.map(pair => pair[0] + " (" + counted(pair[1], "character") + ")").join(", ")));
  }
  byId("schema").textContent = file.schema;
  byId("schema-section").hidden = false;
}

function drawProblems() {
  byId("problems").hidden = data.problems.length === 0;
  for (const problem of data.problems) {
    const item = el("li", {}, problem.where + ": " + problem.what + " ");
    if (problem.offset >= 0) {
      item.append(el("button", { onclick: () => choose(problem.offset) }, "at byte " + grouped(problem.offset)));
    }
    byId("problem-list").append(item);
  }
  byId("left-out-section").hidden = data.leftOut.length === 0;
  byId("left-out").append(...data.leftOut.map(sentence => el("li", {}, sentence)));
}

// ---- the strip: a tree of parts, each with its bytes; one strip for each level that is open

const BIN = 160;
const FLAT = 40;

function part(label, note, classes, from, to, children, choice) {
  return { label, note, classes, from, to, children: children || [], choice };
}

function regionPart([kind, offset, length, group, column, count]) {
  const end = offset + length;
  if (kind === "chunk") {
    const chunk = chunkAt.get(group + "/" + column);
    if (!chunk) return part("row group " + group, counted(count, "column"), "t-mixed", offset, end, [], { region: kind, offset, length });
    const pages = chunk.pages.map(page => part(pageName(page), size(page.bytes), pageClass(page, "type"), page.offset, page.offset + page.bytes, [], page));
    const known = pages.length ? pages[pages.length - 1].to : offset;
    if (pages.length && known < end) {
      pages.push(part("further pages", size(end - known), familyClass(chunk) + " some", known, end, [], chunk));
    }
    return part(path(chunk), size(length), familyClass(chunk), offset, end, pages, chunk);
  }
  const of = column >= 0 && data.columns[column] ? " of " + data.columns[column].path : "";
  return part(KINDS[kind] + (count > 1 ? " × " + grouped(count) : of), size(length), "k-" + kind, offset, end, [], { region: kind, offset, length, group, column });
}

/** Neighbours of one kind, or chunks of one row group, become one part. */
function gatherRuns(parts) {
  const runs = [];
  for (const { key, part: each } of parts) {
    const last = runs[runs.length - 1];
    if (last && last.key === key) last.parts.push(each);
    else runs.push({ key, parts: [each] });
  }
  return runs.map(({ key, parts: own }) => own.length === 1 ? own[0]
    : part(key.startsWith("group") ? "row " + key : KINDS[key] + " × " + grouped(own.length), size(own[own.length - 1].to - own[0].from),
      key.startsWith("group") ? groupClass(own) : "k-" + key, own[0].from, own[own.length - 1].to, own));
}

const groupClass = parts => new Set(parts.map(each => each.classes)).size === 1 ? parts[0].classes : "t-mixed";

/** At most BIN children each, so that a strip of a thousand columns can be drawn. */
function binned(parts) {
  if (parts.length <= BIN) return parts;
  const per = Math.ceil(parts.length / BIN), bins = [];
  for (let i = 0; i < parts.length; i += per) {
    const own = parts.slice(i, i + per);
    bins.push(own.length === 1 ? own[0] : part(grouped(own.length) + " parts", size(own[own.length - 1].to - own[0].from), groupClass(own), own[0].from, own[own.length - 1].to, own));
  }
  return binned(bins);
}

/** What is between the first and the last chunk of a row group belongs to it, such as indexes that a writer put there. */
function runKeys() {
  const last = new Map();
  data.regions.forEach((region, i) => { if (region[0] === "chunk") last.set(region[3], i); });
  let group = -1;
  return data.regions.map((region, i) => {
    if (region[0] === "chunk") group = region[3];
    return group >= 0 && i <= last.get(group) ? "group " + group : region[0];
  });
}

function stripTree() {
  const keys = runKeys();
  const parts = data.regions.map((region, i) => ({ key: keys[i], part: regionPart(region) }));
  const leaves = parts.flatMap(({ part: each }) => each.children.length ? each.children.map(child => ({ ...child, label: each.label + ", " + child.label })) : [each]);
  const children = leaves.length <= FLAT ? leaves : gatherRuns(parts);
  return part("the file", "", "", 0, data.file.bytes, children);
}

let openParts = [];

function drawStrips() {
  const box = byId("strips");
  box.replaceChildren();
  openParts.forEach((open, level) => {
    const children = binned(open.children);
    const chosen = openParts[level + 1];
    const strip = el("div", { class: "strip", role: "group", "aria-label": level === 0 ? "All bytes of the file" : "Bytes of " + open.label });
    const width = Math.max(320, box.clientWidth) - children.length;
    const least = Math.min(5, width / children.length);
    const total = open.to - open.from;
    const wide = children.map(child => Math.max(least, (child.to - child.from) / total * width));
    const scale = width / wide.reduce((sum, each) => sum + each, 0);
    let left = 0;
    children.forEach((child, i) => {
      const own = wide[i] * scale;
      const button = el("button", {
        class: child.classes + (own < 40 ? " narrow" : ""), "aria-pressed": String(child === chosen || isChosen(child.choice)),
        "aria-label": child.label + ", " + child.note + ", from byte " + grouped(child.from),
        onclick: () => openPart(level, child)
      });
      if (own >= 40) button.append(child.label, el("small", {}, child.note));
      button.style.width = own + "px";
      strip.append(withTip(button, () => child.label + "\n" + counted(child.to - child.from, "byte") + ", " + percent((child.to - child.from) / data.file.bytes)
        + " of the file\nbytes " + grouped(child.from) + " to " + grouped(child.to - 1)));
      child.middle = [left, left + own];
      left += own + 1;
    });
    if (level > 0) box.append(lens(open.middle || [0, width], width));
    roving(strip);
    box.append(strip, el("div", { class: "ruler" }, el("span", {}, grouped(open.from)), el("span", {}, grouped(open.to))));
  });
}

function lens([from, to], width) {
  const node = svg("svg", { class: "lens", viewBox: "0 0 " + width + " 18", preserveAspectRatio: "none", "aria-hidden": "true" });
  node.append(svg("polygon", { points: from + ",0 " + to + ",0 " + width + ",18 0,18" }));
  return node;
}

function openPart(level, child) {
  openParts = openParts.slice(0, level + 1);
  if (child.children.length > 1) openParts.push(child);
  if (child.choice) select(child.choice, "strip");
  else drawStrips();
}

// ---- colours

const familyClass = chunk => "t-" + data.columns[chunk.column].family;
const quantile = part => "s" + Math.max(0, Math.min(4, Math.floor(part * 5)));
const ENCODING_CLASS = [[/DICTIONARY/, "t-whole"], [/^PLAIN$/, "t-text"], [/DELTA/, "t-fraction"], [/SPLIT|ALP/, "t-time"], [/RLE/, "t-boolean"]];

function pageClass(page, by) {
  const chunk = page.level === "page" ? page.chunk : page;
  const hatch = page.kind === "dictionary" ? " dictionary" : "";
  if (by === "ratio") return quantile(Math.min(0.999, Math.log2(Math.max(1, chunk.raw / Math.max(1, chunk.bytes))) / 4)) + hatch;
  if (by === "nulls") {
    const nulls = page.nulls, entries = page.entries;
    return page.kind === "dictionary" ? "s-none" + hatch : nulls < 0 || entries <= 0 ? "s-none" : quantile(Math.min(0.999, nulls / entries));
  }
  if (by === "encoding") {
    const encoding = page.encoding || (page.kind === "dictionary" ? "PLAIN" : "");
    const found = ENCODING_CLASS.find(([pattern]) => pattern.test(encoding));
    return (found ? found[1] : "s-none") + hatch;
  }
  return familyClass(chunk) + hatch;
}

function drawLegend(by) {
  const entries = {
    type: Object.keys(FAMILIES).filter(family => data.columns.some(column => column.family === family)).map(family => ["t-" + family, FAMILIES[family]]),
    encoding: [["t-whole", "dictionary ids"], ["t-text", "PLAIN"], ["t-fraction", "DELTA"], ["t-time", "BYTE_STREAM_SPLIT, ALP"], ["t-boolean", "RLE"], ["s-none", "not read"]],
    ratio: [["s0", "1 : 1"], ["s1", "1.7"], ["s2", "3"], ["s3", "5"], ["s4", "9 : 1 and more"]],
    nulls: [["s0", "no nulls"], ["s2", "half"], ["s4", "nothing but nulls"], ["s-none", "not counted"]]
  }[by];
  byId("legend").replaceChildren(...[...entries, ["s-none dictionary", "hatched: dictionary"]].map(([css, text]) => el("span", {}, el("i", { class: css }), text)));
}

// ---- the treemap

/** Squarified: rectangles of the given areas, none longer than it must be. */
function squarify(items, x, y, w, h, place) {
  const total = items.reduce((sum, item) => sum + item.area, 0);
  if (total <= 0 || w <= 0 || h <= 0) return;
  const scale = w * h / total;
  let rest = items.filter(item => item.area > 0).sort((a, b) => b.area - a.area);
  while (rest.length) {
    const side = Math.min(w, h);
    let count = 0, sum = 0, worst = Infinity;
    while (count < rest.length) {
      const area = rest[count].area * scale;
      const next = sum + area, thick = next / side;
      const least = area / thick, most = rest[0].area * scale / thick;
      const shape = Math.max(thick / least, most / thick);
      if (shape > worst) break;
      worst = shape;
      sum = next;
      count++;
    }
    const thick = sum / side;
    let along = 0;
    for (const item of rest.slice(0, count)) {
      const long = item.area * scale / thick;
      if (w >= h) place(item, x, y + along, thick, long);
      else place(item, x + along, y, long, thick);
      along += long;
    }
    if (w >= h) { x += thick; w -= thick; } else { y += thick; h -= thick; }
    rest = rest.slice(count);
  }
}

const TILES_MAX = 6000;
/** A tile takes at least so many square pixels. */
const TILE_AREA = 60;
let view = [];
let chosen = null;
let lit = null;
const isChosen = what => Boolean(what && chosen && (what === chosen || what.region && what.offset === chosen.offset));

function childrenOf(node) {
  if (node.level === "file") return groups.length === 1 && groups[0].chunks.length ? groups[0].chunks : groups;
  if (node.level === "group") return node.chunks;
  if (node.level === "rest") return node.items;
  if (node.level === "chunk") {
    const known = node.pages.reduce((sum, page) => sum + page.bytes, 0);
    return node.pages.length && node.bytes > known + 100 ? [...node.pages, { level: "more", chunk: node, bytes: node.bytes - known, offset: -1 }] : node.pages;
  }
  return [];
}

/** The largest children, and one for all others. */
function shownChildren(node, area) {
  const all = childrenOf(node);
  const most = Math.max(4, Math.floor(area / TILE_AREA));
  if (all.length <= most) return all;
  const sorted = [...all].sort((a, b) => b.bytes - a.bytes);
  const items = sorted.slice(most);
  return [...sorted.slice(0, most), { level: "rest", items, bytes: items.reduce((sum, item) => sum + item.bytes, 0) }];
}

function nodeName(node) {
  switch (node.level) {
    case "file": return data.file.name.split("/").pop();
    case "group": return "row group " + node.number;
    case "chunk": return path(node);
    case "rest": return counted(node.items.length, "smaller part");
    case "more": return "further pages";
    default: return pageName(node);
  }
}

function nodeTip(node) {
  const lines = [nodeName(node), counted(node.bytes, "byte") + ", " + percent(node.bytes / data.file.bytes) + " of the file"];
  if (node.level === "group") lines.push(counted(node.rows, "row") + ", " + ratio(node.raw, node.bytes));
  if (node.level === "chunk") {
    lines.push(data.columns[node.column].type, node.codec + ", " + ratio(node.raw, node.bytes), counted(node.entries, "entry").replace("entrys", "entries") + (node.nulls >= 0 ? ", " + counted(node.nulls, "null") : ""));
    if (node.min) lines.push(node.min + " to " + node.max);
  }
  if (node.level === "page") {
    lines[0] = path(node.chunk) + ", " + lines[0];
    if (node.encoding) lines.push(node.encoding);
    if (node.rows >= 0) lines.push("rows " + grouped(node.firstRow) + " to " + grouped(node.firstRow + node.rows - 1) + " of the row group");
    if (node.nulls >= 0) lines.push(counted(node.nulls, "null"));
    if (node.min) lines.push(node.min + " to " + node.max);
  }
  return lines.join("\n");
}

function drawMap() {
  const map = byId("map");
  const node = view[view.length - 1];
  const by = byId("colour").value;
  map.replaceChildren();
  let left = TILES_MAX;

  function tile(item, x, y, w, h, css, label, note) {
    const box = el("button", { class: "tile " + css, "aria-label": nodeTip(item).replaceAll("\n", ", "), "aria-pressed": String(isChosen(item)), onclick: event => { event.stopPropagation(); chooseNode(item); } });
    Object.assign(box.style, { left: x + "px", top: y + "px", width: Math.max(1, w - 1) + "px", height: Math.max(1, h - 1) + "px" });
    if (w > 34 && h > 17 && label) box.append(el("span", { class: "inner" }, label, note && h > 38 ? el("small", {}, note) : null));
    if (item.offset >= 0) box.dataset.offset = item.offset;
    if (item.level === "page" && data.details[item.offset] && data.details[item.offset].defect || item.pagesAre === "broken") box.classList.add("broken");
    if (lit && !lit.has((item.chunk || item).column) && (item.level === "page" || item.level === "chunk")) box.classList.add("dim");
    map.append(withTip(box, () => nodeTip(item)));
    left--;
  }

  function draw(item, x, y, w, h) {
    if (left <= 0 || w < 2 || h < 2) return;
    const children = shownChildren(item, w * h);
    const leafLike = item.level === "page" || item.level === "more" || item.level === "rest" || children.length === 0;
    const head = 19;
    if (leafLike) {
      const css = item.level === "page" ? "page " + pageClass(item, by) : item.level === "more" ? "leaf some " + familyClass(item.chunk)
        : item.level === "chunk" ? "leaf " + pageClass(item, by) : "leaf t-mixed";
      tile(item, x, y, w, h, css, nodeName(item), size(item.bytes));
      return;
    }
    if (item.level === "chunk" && (w < 46 || h < 34)) {
      tile(item, x, y, w, h, "leaf " + pageClass(item, by), nodeName(item), size(item.bytes));
      return;
    }
    if (item.level === "group" && (w < 60 || h < 50)) {
      tile(item, x, y, w, h, "leaf t-mixed", nodeName(item), size(item.bytes));
      return;
    }
    tile(item, x, y, w, h, "frame", nodeName(item) + "  ·  " + size(item.bytes));
    squarify(children.map(child => ({ area: child.bytes, child })), x + 2, y + head, w - 5, h - head - 3, ({ child }, cx, cy, cw, ch) => draw(child, cx, cy, cw, ch));
  }

  const children = shownChildren(node, map.clientWidth * map.clientHeight);
  squarify(children.map(child => ({ area: child.bytes, child })), 0, 0, map.clientWidth, map.clientHeight, ({ child }, x, y, w, h) => draw(child, x, y, w, h));
  if (children.length === 0) map.append(el("p", { class: "empty" }, data.file.rows === undefined ? "Without a footer there is no map." : "There is no row group."));
  roving(map, back);
  const crumbs = byId("crumbs");
  crumbs.replaceChildren();
  view.forEach((each, i) => {
    if (i > 0) crumbs.append("  ›  ");
    crumbs.append(i === view.length - 1 ? nodeName(each) : el("button", { onclick: () => { view = view.slice(0, i + 1); drawMap(); } }, nodeName(each)));
  });
  drawLegend(by);
}

function back() {
  if (view.length > 1) {
    view.pop();
    drawMap();
    const first = byId("map").querySelector("button");
    if (first) first.focus();
  }
}

function chooseNode(node) {
  if (node.level === "page") { select(node); return; }
  if (node.level === "more") node = node.chunk;
  if (view[view.length - 1] !== node && childrenOf(node).length > 0) view.push(node);
  select(node);
}

// ---- choosing

function select(what, from) {
  chosen = what;
  hideTip();
  if (what.offset >= 0) history.replaceState(null, "", "#" + what.offset);
  if (from !== "strip") openStripsAt(what);
  drawStrips();
  const inMap = byId("map").contains(document.activeElement);
  drawMap();
  const again = byId("map").querySelector('[aria-pressed="true"]') || byId("map").querySelector("button");
  if (inMap && again) {
    byId("map").querySelectorAll("button").forEach(node => { node.tabIndex = node === again ? 0 : -1; });
    again.focus();
  }
  drawDetail();
}

/** Chooses whatever the byte at this position belongs to. */
function choose(offset) {
  if (pageAt.has(offset)) { reveal(pageAt.get(offset)); select(pageAt.get(offset)); return; }
  for (const page of pageAt.values()) {
    if (offset >= page.offset && offset < page.offset + page.bytes) { reveal(page); select(page); return; }
  }
  const region = data.regions.find(each => offset >= each[1] && offset < each[1] + each[2]);
  if (!region) return;
  const chunk = region[0] === "chunk" ? chunkAt.get(region[3] + "/" + region[4]) : null;
  select(chunk || { region: region[0], offset: region[1], length: region[2], group: region[3], column: region[4] });
}

/** Moves the map to where a page has a tile of its own. */
function reveal(page) {
  view = [view[0]];
  drawMap();
  if (!byId("map").querySelector('.page[data-offset="' + page.offset + '"]')) {
    if (groups.length > 1) view.push(groups[page.chunk.group]);
    view.push(page.chunk);
  }
}

function openStripsAt(what) {
  openParts = [openParts[0]];
  const at = what.offset >= 0 ? what.offset : what.level === "group" && what.chunks[0] ? what.chunks[0].offset : -1;
  if (at < 0) return;
  const end = what.bytes || what.length || 1;
  for (let level = 0; level < 6; level++) {
    const next = binned(openParts[level].children).find(child => at >= child.from && at < child.to);
    if (!next || next.children.length < 2 || (next.from === at && next.to === at + end)) return;
    openParts.push(next);
  }
}

// ---- the detail

function drawDetail() {
  const box = byId("detail");
  box.replaceChildren();
  box.scrollTop = 0;
  if (!chosen) {
    box.append(el("p", { class: "empty" }, "Choose a page, and see what its bytes say."));
  } else if (chosen.level === "page") {
    pageDetail(box, chosen);
  } else if (chosen.level === "chunk") {
    chunkDetail(box, chosen);
  } else if (chosen.level === "group") {
    groupDetail(box, chosen);
  } else if (chosen.region) {
    regionDetail(box, chosen);
  }
}

function pageDetail(box, page) {
  const detail = data.details[page.offset];
  const title = detail && page.kind !== "dictionary" ? detail.title + ", number " + page.number : page.kind === "dictionary" ? "dictionary page" : pageName(page);
  box.append(el("p", { class: "place" }, "row group " + page.chunk.group + "  ›  " + path(page.chunk)), el("h3", {}, title));
  const facts = el("dl", { class: "facts" }, fact("offset", grouped(page.offset)), fact("bytes", grouped(page.bytes)));
  if (detail) facts.append(fact("header", counted(detail.header, "byte")), fact("behind it", counted(page.bytes - detail.header, "byte")));
  if (page.encoding) facts.append(fact("encoding", page.encoding));
  facts.append(fact("codec", page.chunk.codec));
  if (page.entries >= 0) facts.append(fact(page.kind === "dictionary" ? "values" : "entries", grouped(page.entries)));
  if (page.nulls >= 0) facts.append(fact("nulls", grouped(page.nulls)));
  if (page.rows >= 0) facts.append(fact("rows", grouped(page.firstRow) + " to " + grouped(page.firstRow + page.rows - 1)));
  if (page.min) facts.append(fact("bounds", page.min + " to " + page.max));
  box.append(facts);
  if (!detail) {
    box.append(el("p", { class: "hint" }, "The bytes of this page are not in this report. Make it again with a larger --pages."));
    return;
  }
  bytesDetail(box, detail, page.offset, page);
}

const NAMED = ["header", "repetition levels", "definition levels", "values"];

/** Which of the parts of a page a byte is in: header, levels, values. */
function partsOf(detail) {
  const length = atob(detail.bytes).length, parts = new Int8Array(length).fill(0);
  for (const [depth, at, bytes, name] of detail.fields) {
    if (depth === 0 && at >= detail.header && detail.header > 0) {
      const index = name.includes("repetition") ? 1 : name.includes("definition") ? 2 : 3;
      parts.fill(index, at, Math.min(length, at + bytes));
    }
  }
  return parts;
}

function bytesDetail(box, detail, offset, page) {
  if (detail.defect) box.append(el("p", { class: "defect" }, detail.defect));
  const entries = detail.entries.length ? entriesTable(detail, page) : null;
  const bytes = Uint8Array.from(atob(detail.bytes), each => each.charCodeAt(0));
  const parts = partsOf(detail);
  const used = NAMED.filter((name, i) => parts.includes(i));
  if (entries && page) box.append(entries);
  box.append(el("h4", {}, "The bytes"));
  if (detail.header > 0) {
    box.append(el("p", { class: "key" }, ...used.map(name => el("b", { class: "p" + NAMED.indexOf(name) }, name))));
  }
  const hex = el("div", { class: "hex", tabIndex: 0, role: "img", "aria-label": "The first " + bytes.length + " bytes as hexadecimal digits; the table below has them field by field" });
  const cells = [];
  for (let at = 0; at < bytes.length; at += 16) {
    const row = el("div", {}, el("span", { class: "at" }, String(offset + at).padStart(String(offset + bytes.length).length) + "  "));
    let text = "";
    for (let i = at; i < at + 16; i++) {
      if (i < bytes.length) {
        const cell = el("b", { class: detail.header > 0 ? "p" + parts[i] : "" }, bytes[i].toString(16).padStart(2, "0"));
        cells.push(cell);
        row.append(cell, i % 16 === 7 ? "  " : " ");
        text += bytes[i] >= 32 && bytes[i] < 127 ? String.fromCharCode(bytes[i]) : "·";
      } else {
        row.append(i % 16 === 7 ? "    " : "   ");
      }
    }
    row.append("  " + text);
    hex.append(row);
  }
  box.append(hex);
  if (bytes.length < detail.length) {
    box.append(el("p", { class: "hint" }, "The first " + grouped(bytes.length) + " bytes of " + grouped(detail.length) + "."));
  }
  box.append(el("h4", {}, "What they say"), fieldsTable(detail, bytes, cells));
}

function fieldsTable(detail, bytes, cells) {
  const body = el("tbody", {});
  for (const [depth, at, length, name, value] of detail.fields) {
    const isPart = depth === 0 && detail.header > 0 && at >= detail.header;
    const shown = [...bytes.slice(at, Math.min(at + length, at + (isPart ? 0 : 12)))].map(each => each.toString(16).padStart(2, "0")).join(" ");
    const row = el("tr", { class: isPart ? "part" : "" }, el("td", { class: "raw" }, shown + (!isPart && length > 12 ? " …" : "")), el("td", { class: "name" }, name), el("td", { class: "value" }, value));
    row.children[1].style.paddingLeft = depth * 14 + "px";
    const light = on => {
      row.classList.toggle("on", on);
      for (let i = at; i < Math.min(at + length, cells.length); i++) cells[i].classList.toggle("on", on);
    };
    row.addEventListener("pointerenter", () => light(true));
    row.addEventListener("pointerleave", () => light(false));
    for (let i = at; i < Math.min(at + length, cells.length); i++) cells[i].row = row;
    body.append(row);
  }
  for (const cell of cells) {
    cell.addEventListener("pointerenter", () => cell.row && cell.row.classList.add("on"));
    cell.addEventListener("pointerleave", () => cell.row && cell.row.classList.remove("on"));
  }
  return el("table", { class: "fields" }, el("thead", {}, el("tr", {}, el("th", {}, "bytes"), el("th", {}, "field"), el("th", {}, "value"))), body);
}

function entriesTable(detail, page) {
  const column = data.columns[page.chunk.column];
  const levels = page.kind !== "dictionary";
  const rows = detail.entries.map(([r, d, value], i) => el("tr", {}, value === null ? el("td", { class: "null" }, "NULL") : el("td", {}, value),
    el("td", {}, String(levels ? r : i)), levels ? el("td", {}, String(d)) : null));
  const heads = levels ? [["value"], ["r (highest " + column.maxR + ")", "repetition level"], ["d (highest " + column.maxD + ")", "definition level"]] : [["value"], ["id"]];
  const table = el("table", { class: "entries" }, el("thead", {}, el("tr", {}, ...heads.map(([name, title]) => el("th", { title: title || "" }, name)))), el("tbody", {}, ...rows));
  const section = el("div", {}, el("h4", {}, levels ? "Levels and first values" : "First values"), table);
  if (page.entries > detail.entries.length) section.append(el("p", { class: "hint" }, "The first " + detail.entries.length + " of " + grouped(page.entries) + "."));
  return section;
}

function chunkDetail(box, chunk) {
  const column = data.columns[chunk.column];
  box.append(el("p", { class: "place" }, "row group " + chunk.group), el("h3", {}, column.path), el("p", { class: "place" }, column.type));
  const facts = el("dl", { class: "facts" }, fact("offset", grouped(chunk.offset)), fact("bytes", grouped(chunk.bytes)), fact("raw", grouped(chunk.raw)), fact("raw : stored", ratio(chunk.raw, chunk.bytes)),
    fact("codec", chunk.codec), fact("entries", grouped(chunk.entries)), fact("nulls", chunk.nulls >= 0 ? grouped(chunk.nulls) : "not counted"), fact("dictionary", dictionaryText(chunk)));
  if (chunk.min || chunk.max) facts.append(fact("bounds", chunk.min + " to " + chunk.max));
  box.append(facts);
  const pagesAre = { some: "More pages follow; their headers were not read.", unknown: "Its pages were not looked for.", broken: "Behind these pages it is broken.", elsewhere: "Another file has its pages." }[chunk.pagesAre];
  if (pagesAre) box.append(el("p", { class: "hint" }, pagesAre));
  const rows = chunk.pages.slice(0, 300).map(page => el("tr", {}, el("td", {}, el("button", { class: "plain", onclick: () => { reveal(page); select(page); } }, pageName(page))),
    el("td", {}, grouped(page.bytes)), el("td", {}, page.rows >= 0 ? grouped(page.rows) : "-"), el("td", {}, page.nulls >= 0 ? grouped(page.nulls) : "-"), el("td", {}, page.min ? page.min + " to " + page.max : "-")));
  if (rows.length) {
    box.append(el("h4", {}, "Its pages"), el("table", { class: "numbers" }, el("thead", {}, el("tr", {}, ...["", "bytes", "rows", "nulls", "bounds"].map(name => el("th", {}, name)))), el("tbody", {}, ...rows)));
  }
}

function dictionaryText(chunk) {
  if (chunk.withDictionary < 0) return "not known";
  if (chunk.withDictionary === 0) return "none";
  return chunk.withoutDictionary > 0 ? "given up after page " + chunk.withDictionary + " of " + (chunk.withDictionary + chunk.withoutDictionary) : "in all pages";
}

function groupDetail(box, group) {
  box.append(el("h3", {}, "row group " + group.number));
  box.append(el("dl", { class: "facts" }, fact("rows", grouped(group.rows)), fact("first row", grouped(group.firstRow)), fact("bytes", grouped(group.bytes)), fact("raw : stored", ratio(group.raw, group.bytes))));
  const largest = [...group.chunks].sort((a, b) => b.bytes - a.bytes).slice(0, 30);
  box.append(el("h4", {}, group.chunks.length > 30 ? "Its largest columns" : "Its columns"), el("table", { class: "numbers" }, el("tbody", {}, ...largest.map(chunk => el("tr", {},
    el("td", {}, el("button", { class: "plain", onclick: () => chooseNode(chunk) }, path(chunk))), el("td", {}, grouped(chunk.bytes)), el("td", {}, percent(chunk.bytes / group.bytes)))))));
}

const MEANING = {
  magic: "Four bytes, PAR1, at both ends: a file that is cut off has lost the last ones.",
  footer: "The schema, and where each column of each row group is stored. Readers read it first.",
  footer_length: "Four bytes, the lowest first: how many bytes before them are the footer.",
  column_index: "The bounds and nulls of each page of one column chunk, so that readers can leave pages out.",
  offset_index: "Where each page of one column chunk is stored, and its first row.",
  bloom_filter: "Bits that prove that a value is not in the column chunk.",
  metadata_copy: "Some writers repeat what the footer says of a column behind its pages. No reader uses it.",
  unknown: "Neither footer nor any page says what these bytes are.",
  lost_page: "Found by following page headers; without a footer nobody knows its column.",
  chunk: "The columns of a row group that this page does not draw one by one."
};

function regionDetail(box, region) {
  const of = region.column >= 0 && data.columns[region.column] ? data.columns[region.column].path + ", row group " + region.group : "";
  box.append(el("p", { class: "place" }, of), el("h3", {}, KINDS[region.region]), el("p", { class: "hint" }, MEANING[region.region]));
  box.append(el("dl", { class: "facts" }, fact("offset", grouped(region.offset)), fact("bytes", grouped(region.length)), fact("of the file", percent(region.length / data.file.bytes))));
  if (region.region === "footer_length") box.append(el("dl", { class: "facts" }, fact("it says", grouped(data.file.footerBytes) + " bytes")));
  const detail = data.details[region.offset];
  if (detail) bytesDetail(box, detail, region.offset, null);
}

// ---- advice

function drawAdvice() {
  const box = byId("advice");
  for (const advice of data.advice) {
    const card = el("div", { class: "card" }, el("h3", {}, advice.title), el("p", {}, advice.text));
    const bar = el("i", {});
    bar.style.width = Math.max(1, Math.min(100, advice.bytes / data.file.bytes * 100)) + "%";
    card.append(el("div", { class: "bar", role: "img", "aria-label": percent(advice.bytes / data.file.bytes) + " of the file" }, bar));
    if (advice.columns.length) {
      card.append(el("p", {}, el("button", { class: "plain", onclick: () => showColumns(advice.columns) }, "show it in the map")));
    }
    box.append(card);
  }
  if (data.advice.length === 0) box.append(el("div", { class: "card good" }, el("h3", {}, "Nothing stands out"), el("p", {}, data.file.bytes < 4096 ? "The file is too small for its layout to matter." : "Row groups, pages, encodings and indexes are in proportion.")));
}

function showColumns(columns) {
  lit = new Set(columns);
  view = [view[0]];
  drawMap();
  byId("map").scrollIntoView({ block: "center" });
  const clear = () => { lit = null; drawMap(); document.removeEventListener("pointerdown", clear); };
  setTimeout(() => document.addEventListener("pointerdown", clear), 0);
}

// ---- columns

const COLUMNS_STEP = 100;
let columnsShown = COLUMNS_STEP;
let openColumn = -1;

function chunksOf(ordinal) {
  return groups.map(group => chunkAt.get(group.number + "/" + ordinal)).filter(chunk => chunk);
}

function dictionarySummary(column) {
  if (column.dictionaries === 0) return "";
  const chunksHere = groups.length;
  return column.gaveUp > 0 ? "dictionary given up in " + column.gaveUp + " of " + chunksHere : "dictionary" + (column.dictionaryBytes > 0 ? ", " + size(column.dictionaryBytes) : "");
}

function drawColumns() {
  const wanted = byId("find").value.toLowerCase(), order = byId("order").value;
  let list = data.columns.map((column, ordinal) => ({ column, ordinal })).filter(({ column }) => column.path.toLowerCase().includes(wanted));
  if (order === "bytes") list.sort((a, b) => b.column.bytes - a.column.bytes);
  if (order === "ratio") list.sort((a, b) => a.column.raw / Math.max(1, a.column.bytes) - b.column.raw / Math.max(1, b.column.bytes));
  byId("columns").replaceChildren(...list.slice(0, columnsShown).map(columnRow));
  const more = byId("more");
  more.hidden = list.length <= columnsShown;
  more.textContent = "Show more of " + grouped(list.length) + " columns";
}

function columnRow({ column, ordinal }) {
  const share = column.bytes / data.file.bytes;
  const shareBar = el("i", {});
  shareBar.style.width = Math.max(0.5, share * 100) + "%";
  const nulls = el("i", {});
  nulls.style.width = (column.nulls >= 0 && column.entries > 0 ? column.nulls / column.entries * 100 : 0) + "%";
  const button = el("button", { "aria-expanded": String(openColumn === ordinal), onclick: () => { openColumn = openColumn === ordinal ? -1 : ordinal; drawColumns(); } },
    el("span", { class: "path" }, el("span", { class: "sign t-" + column.family }), column.path, el("small", {}, column.type)),
    el("span", {}, size(column.bytes) + ", " + percent(share), el("div", { class: "bar", "aria-hidden": "true" }, shareBar)),
    el("span", {}, ratio(column.raw, column.bytes), el("small", {}, column.codecs.join(", "))),
    el("span", {}, column.nulls < 0 ? "nulls not counted" : counted(column.nulls, "null"), el("div", { class: "levels", "aria-hidden": "true" }, nulls)),
    el("span", { class: "chips" }, ...column.encodings.map(name => el("span", {}, name)), el("small", {}, dictionarySummary(column))),
    spark(ordinal));
  const row = el("div", { class: "column" }, button);
  if (openColumn === ordinal) row.append(columnPanel(column, ordinal));
  return row;
}

/** What is drawn of a column: its pages, or chunks where there are no bounds of pages. */
function spansOf(ordinal) {
  return chunksOf(ordinal).flatMap(chunk => {
    const start = groups[chunk.group].firstRow;
    const pages = chunk.pages.filter(page => page.kind === "data" && page.firstRow >= 0 && page.rows >= 0);
    if (pages.some(page => page.low >= 0)) return pages.map(page => ({ from: start + page.firstRow, rows: page.rows, low: page.low, high: page.high, node: page }));
    return [{ from: start, rows: groups[chunk.group].rows, low: chunk.low, high: chunk.high, node: chunk }];
  });
}

function spark(ordinal) {
  const spans = spansOf(ordinal), node = svg("svg", { class: "plot spark", viewBox: "0 0 180 30", preserveAspectRatio: "none", "aria-hidden": "true" });
  const rows = Math.max(1, data.file.rows);
  node.append(svg("line", { x1: 0, x2: 180, y1: 29.5, y2: 29.5 }));
  const step = Math.max(1, Math.ceil(spans.length / 180));
  for (let i = 0; i < spans.length; i += step) {
    const own = spans.slice(i, i + step).filter(span => span.low >= 0 && span.high >= 0);
    if (!own.length) continue;
    const low = Math.min(...own.map(span => span.low)), high = Math.max(...own.map(span => span.high)), last = own[own.length - 1];
    node.append(svg("rect", { class: "span", x: own[0].from / rows * 180, width: Math.max(1, (last.from + last.rows - own[0].from) / rows * 180 - 0.4), y: 28 - high / 1000 * 26, height: Math.max(2, (high - low) / 1000 * 26) }));
  }
  return node;
}

const PLOT_SPANS = 1200;

function columnPanel(column, ordinal) {
  const panel = el("div", { class: "open-column" });
  const spans = spansOf(ordinal), bounded = spans.filter(span => span.low >= 0 && span.high >= 0);
  if (bounded.length) {
    const W = 1200, H = 150, rows = Math.max(1, data.file.rows);
    const least = bounded.reduce((a, b) => b.low < a.low ? b : a), most = bounded.reduce((a, b) => b.high > a.high ? b : a);
    const plot = svg("svg", { class: "plot", viewBox: "0 0 " + W + " " + (H + 40), role: "img", "aria-label": "Bounds of " + column.path + " from row to row: " + least.node.min + " to " + most.node.max });
    for (const group of groups.slice(1, 400)) plot.append(svg("line", { class: "group", x1: group.firstRow / rows * W, x2: group.firstRow / rows * W, y1: 16, y2: H + 18 }));
    plot.append(svg("line", { x1: 0, x2: W, y1: H + 18, y2: H + 18 }));
    const step = Math.max(1, Math.ceil(spans.length / PLOT_SPANS));
    for (let i = 0; i < spans.length; i += step) {
      const span = spans[i];
      const x = span.from / rows * W, width = Math.max(1.5, span.rows * step / rows * W - 1);
      if (span.node.nulls > 0 && span.node.entries > 0) plot.append(svg("rect", { class: "nulls", x, width, y: H + 20, height: Math.max(1, span.node.nulls / span.node.entries * 12) }));
      if (span.low < 0 || span.high < 0) continue;
      const rect = svg("rect", { class: "span" + (span.node === chosen ? " here" : ""), x, width, y: 16 + (1000 - span.high) / 1000 * (H - 4), height: Math.max(3, (span.high - span.low) / 1000 * (H - 4)), rx: 1.5 });
      withTip(rect, () => nodeTip(span.node));
      rect.addEventListener("click", () => chooseFromPlot(span.node));
      plot.append(rect);
    }
    plot.append(textAt(0, 11, most.node.max), textAt(0, H + 34, "row 0" + (spans.some(span => span.node.nulls > 0) ? "; nulls hang below the line" : "")), textAt(W, H + 34, counted(data.file.rows, "row"), "end"), textAt(W, 11, "bounds of " + (spans[0].node.level === "page" ? "each page" : "each row group"), "end"));
    panel.append(plot);
  } else {
    panel.append(el("p", { class: "hint" }, "The file has no bounds of this column that can be drawn."));
  }
  const facts = el("dl", { class: "facts" }, fact("entries", grouped(column.entries)), fact("bytes", grouped(column.bytes)), fact("raw", grouped(column.raw)), fact("highest r, d", column.maxR + ", " + column.maxD));
  if (column.dictionaries > 0) facts.append(fact("dictionaries", "in " + column.dictionaries + " of " + counted(groups.length, "row group") + (column.gaveUp ? ", given up in " + column.gaveUp : "")));
  if (column.search >= 0) facts.append(fact("a search for one value reads", percent(column.search) + " of the pages"));
  panel.append(facts);
  return panel;
}

function textAt(x, y, text, anchor) {
  const node = svg("text", { x, y, "text-anchor": anchor || "start" });
  node.textContent = text;
  return node;
}

function chooseFromPlot(node) {
  if (node.level === "page") reveal(node);
  select(node);
  drawColumns();
}

// ---- begin

drawHead();
drawProblems();
openParts = [stripTree()];
view = [{ level: "file", bytes: data.file.bytes }];
drawStrips();
drawMap();
drawDetail();
drawAdvice();
drawColumns();
byId("colour").addEventListener("change", drawMap);
byId("find").addEventListener("input", () => { columnsShown = COLUMNS_STEP; drawColumns(); });
byId("order").addEventListener("change", drawColumns);
byId("more").addEventListener("click", () => { columnsShown += COLUMNS_STEP * 5; drawColumns(); });
let resized;
addEventListener("resize", () => { clearTimeout(resized); resized = setTimeout(() => { drawStrips(); drawMap(); }, 120); });
addEventListener("scroll", hideTip, { passive: true });
const hash = Number(location.hash.slice(1));
if (location.hash.length > 1 && Number.isFinite(hash)) choose(hash);
else if (pageAt.size > 0) {
  const pages = [...pageAt.values()], shown = pages.filter(page => data.details[page.offset]);
  select(shown.find(page => page.kind === "data") || shown[0] || pages[0]);
}
