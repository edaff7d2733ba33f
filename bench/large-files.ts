/** Large files as they occur in projects: a script of functions, JavaScript bundles, and a page with scripts. */
import { longScript } from "./long-script.js";

/** A large file, and the grammar with which it is only parsed, for comparison. */
export interface LargeFile {
  readonly name: string;
  readonly format: string;
  readonly grammar: "bash" | "javascript";
  readonly text: string;
}

const loader = `!function(e){var t={};function n(r){if(t[r])return t[r].exports;var o=t[r]={i:r,l:!1,exports:{}};return e[r].call(o.exports,o,o.exports,n),o.l=!0,o.exports}n.m=e,n.c=t,n.p="/assets/",n(n.s=0)}([`;

const bundled = (at: number): string => {
  const id = String(at);
  return `function(e,t,n){"use strict";Object.defineProperty(t,"__esModule",{value:!0});var r=n(${String(at >> 1)}),o=n(${String(at >> 2)}),i=function(){function e(e){this.options=Object.assign({id:"m${id}",depth:${id},retry:3},e),this.queue=[],this.state="idle"}return e.prototype.push=function(e){var t=this;return this.queue.push(e),"idle"===this.state&&(this.state="busy",setTimeout((function(){return t.flush()}),0)),this},e.prototype.flush=function(){for(var e,t=[];e=this.queue.shift();)t.push("string"==typeof e?r.parse(e):o.decode(e));return this.state="idle",t.map((function(e,t){return e&&e.key?e.key+":"+t:null})).filter(Boolean).join(",")},e}();t.read=function(e){return fetch("/api/v1/items/${id}?q="+encodeURIComponent(e)).then((function(e){return e.json()})).then((function(e){return new i(e)}))},t.decode=function(e){try{return JSON.parse(decodeURIComponent(escape(atob(e.split(".")[1]))))}catch(e){return null}},t.root="object"==typeof self&&self.self===self&&self||Function("return this")(),t.default=i}`;
};

/** Returns the concatenation of as many parts as are needed for a length, in UTF-16 code units. */
function filled(length: number, part: (at: number) => string): string {
  let text = "";
  for (let at = 0; text.length < length; at++) text += part(at);
  return text;
}

/** Returns modules as a bundler writes them, with at least `length` UTF-16 code units. */
function bundle(length: number): string {
  return `${loader}${filled(length, (at) => `${bundled(at)},\n`)}]);\n`;
}

const row = (at: number): string =>
  `<tr class="row"><td>${String(at)}</td><td><a href="/items/${String(at)}">Item ${String(at)}</a></td><td><button type="button" onclick="select(${String(at)})">Select</button></td></tr>\n`;

/** Returns an HTML page with a bundle as a script, and a table. */
function page(length: number): string {
  return `<!doctype html>\n<html lang="en"><head><title>Items</title>\n<script>${bundle(length / 4)}</script></head>\n<body><table>\n${filled((length * 3) / 4, row)}</table></body></html>\n`;
}

export const largeFiles: readonly LargeFile[] = [
  { name: "shell script, 250 KB", format: "shell", grammar: "bash", text: longScript(250_000) },
  {
    name: "JavaScript bundle, 400 KB",
    format: "javascript",
    grammar: "javascript",
    text: bundle(400_000),
  },
  {
    name: "JavaScript bundle, 900 KB",
    format: "javascript",
    grammar: "javascript",
    text: bundle(900_000),
  },
  { name: "page of HTML, 850 KB", format: "html", grammar: "javascript", text: page(850_000) },
];
