import { linesOf } from "../lines.js";
import type { Snippet } from "../snippet.js";
import type { Tools } from "../tools.js";

/** What stands in front of a command line's `!`: a colon, ranges of the screen, words that say how it is shown. */
const BANG = /^[ \t]*(?::[ \t]*)?(?:au(?:tocmd)?[ \t][^!|\n]{0,80}[ \t])?(?:(?:silent!?|sil!?|noautocmd|noa|keepalt)[ \t]+)*![ \t]*(?=[\w"'$/])/;
/** `execute "!…"` */
const EXECUTED = /^[ \t]*(?::[ \t]*)?(?:silent!?[ \t]+)?exec?(?:ute)?!?[ \t]+(["'])!(.*)\1[ \t]*$/;
/** `Plug 'x', { 'do': '…' }`: a plugin's build step, which is shell unless it begins with a colon. */
const BUILD = /(["'])do\1[ \t]*:[ \t]*(["'])(?!:)(.*?)\2/;

/** Vim script: the command lines it hands to a shell. What calls hand on is read with the rest. */
export function readVimCommands(tools: Tools, snippet: Snippet): void {
  const { source } = snippet;
  for (const line of linesOf(source.text)) {
    const content = source.text.slice(line.start, line.end);
    if (!tools.out.mentions(content)) continue;
    const bang = BANG.exec(content)?.[0].length ?? 0;
    const quoted = EXECUTED.exec(content)?.[2] ?? BUILD.exec(content)?.[3];
    if (bang > 0) tools.out.add(snippet, "shell", source.slice(line.start + bang, line.end));
    else if (quoted !== undefined) {
      const start = line.start + content.indexOf(quoted);
      tools.out.add(snippet, "shell", source.slice(start, start + quoted.length));
    }
  }
}
