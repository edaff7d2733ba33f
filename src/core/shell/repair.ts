import { SourceBuilder, type Source } from "../source.js";

/** Something the grammar misreads, and what the shell makes of it. */
interface Repair {
  /** A text without it holds none. */
  readonly hint: string;
  /** A text with it is left as it is. */
  readonly unless?: RegExp;
  readonly pattern: RegExp;
  /** Puts what the grammar is to read in place of a match. */
  readonly put: (out: SourceBuilder, match: RegExpExecArray, text: string) => void;
}

/**
 * Where a command may begin: behind an operator, or a word of the grammar that commands follow. Blanks are looked back over so
 * far only: every place asks.
 */
const commandStart = String.raw`(?<=(?:^|[\n;&|(]|(?:^|[\s;])(?:if|while|until|then|else|elif|do|!|\{)(?=\s))[ \t]{0,80})`;

/** `<<EOF` with its delimiter, and the body it has from the next line on; longer ones are left as they are. */
const hereDocument = String.raw`<<-?[ \t]*(?:'(\w+)'|"(\w+)"|\\?([A-Za-z_]\w*))`;
const hereBody = String.raw`\n((?:[^\n]*\n){0,60}?[ \t]*\1\2\3[ \t]*(?:\n|$))`;

const writtenAs = (written: string): Repair["put"] => (out, { index, 0: { length } }) => {
  out.put(written, index, index + length);
};

const repairs: readonly Repair[] = [
  {
    // `foo >`, `<!-- … -->`, `<br>`: the shell refuses a redirect without a name, and takes none from the next line
    hint: ">",
    pattern: /(?<![^-]-|[=>])>>?(?=[ \t]*\r?\n)/g,
    put: writtenAs(" "),
  },
  {
    // a backslash before the first letter of a line (`\curl`): the letter stands for both, so a span starts at the backslash
    hint: "\\",
    pattern: /(?<=^|\n)([ \t]*)\\([A-Za-z])/g,
    put: (out, { index, 0: { length }, 1: indent = "", 2: letter = "" }) => {
      out.copy(index, index + indent.length).put(letter, index + indent.length, index + length);
    },
  },
  {
    // a word that goes on behind a line end (`cu\`, `rl`); a comment does not
    hint: "\\",
    pattern: /(?<=[^\s#\\])\\\r?\n(?=[^\s#])/g,
    put: (out, { index, 0: { length } }, text) => {
      if (inComment(text, index)) out.copy(index, index + length);
    },
  },
  {
    // in a here-document the grammar loses an expansion that a line begins with behind blanks; in code they mean nothing
    hint: "<<",
    pattern: /(?<=[^\\]\n)[ \t]+(?=[$\x60])/g,
    put: () => undefined,
  },
  {
    // nor can a here-document begin with an escape: a comment line in front of it means nothing to what reads it
    hint: "<<",
    pattern: /<<(?!<)[^\n]{0,400}\n(?=[ \t]*\\[$\x60])/g,
    put: (out, { index, 0: { length } }) => {
      out.copy(index, index + length).put("#\n", index + length, index + length);
    },
  },
  {
    // `<<EOF cat > FILE`: the grammar wants the command first
    hint: "<<",
    pattern: new RegExp(String.raw`(?=<<)${commandStart}(${hereDocument})[ \t]+([^\s;|&<>()#][^\n;|&<>]{0,400})`, "g"),
    put: (out, { index, 0: { length }, 1: start = "", 5: command = "" }) => {
      const end = index + length;
      out.copy(end - command.length, end).put(" ", end, end).copy(index, index + start.length).put(" ", end, end);
    },
  },
  {
    // `cat <<A <<B`: the last one is read
    hint: "<<",
    pattern: new RegExp(String.raw`${hereDocument}(?=[ \t]*<<)([^\n]{0,300})${hereBody}`, "g"),
    put: (out, { index, 0: { length }, 4: rest = "", 5: body = "" }) => {
      const start = index + length - body.length - rest.length - 1;
      out.copy(start, start + rest.length + 1);
    },
  },
  {
    // `cat <<A && sh <<B`: bodies follow one behind the other; here each follows its command
    hint: "<<",
    pattern: new RegExp(String.raw`${hereDocument}[^\n;|&<]{0,200}(&&|\|\|?|;)(?=[^\n]{0,200}<<)([^\n]{0,300})${hereBody}`, "g"),
    put: (out, { index, 0: { length }, 4: operator = "", 5: next = "", 6: body = "" }) => {
      const bodyAt = index + length - body.length;
      const nextAt = bodyAt - 1 - next.length;
      out.copy(index, nextAt - operator.length).copy(bodyAt - 1, bodyAt + body.length).copy(nextAt, bodyAt);
    },
  },
  {
    // `cat <<EOF |`: what reads it stands behind the body; here it follows on the line
    hint: "<<",
    pattern: new RegExp(String.raw`${hereDocument}[^\n;|&<]{0,200}(?:&&|\|\|?)[ \t]*${hereBody}([^\n]+)`, "g"),
    put: (out, { index, 0: { length }, 4: body = "", 5: next = "" }) => {
      const nextAt = index + length - next.length;
      const bodyAt = nextAt - body.length;
      out.copy(index, bodyAt - 1).copy(nextAt, nextAt + next.length).copy(bodyAt - 1, nextAt - 1);
    },
  },
  {
    // the grammar knows no `;` behind `<<EOF`: what follows runs as it does behind `&&`
    hint: "<<",
    pattern: /<<-?[ \t]*(?:'\w+'|"\w+"|\\?[A-Za-z_]\w*)(?=[^\w\n])[^;\n]{0,400};[^\n]{0,2000}/g,
    put: (out, { index, 0: line }) => {
      for (const { 0: token, 1: parts, 2: ends, index: at } of line.matchAll(
        /'[^']*'|"(?:[^"\\]|\\.)*"|[^;'"]+|(;)(?!\s*(?:do|done|then|else|elif|fi|esac)\b|\s*[;#)}]|\s*$)|(;)(?=\s*$)|./gs,
      )) {
        const start = index + at;
        if (parts !== undefined || ends !== undefined) out.put(parts === undefined ? " " : " && ", start, start + 1);
        else out.copy(start, start + token.length);
      }
    },
  },
  {
    // `{ …; } <<< WORD`, `cat > FILE <<< WORD`: the grammar knows here-strings behind few commands; a redirect may
    // stand anywhere, and nobody writes `<& ` for one
    hint: "<<<",
    pattern: /(?=<<<)(?<=(?:[})]|\b(?:esac|done)|>&?[ \t]{0,8}[^\s;|&()<>]{1,80})[ \t]{0,8}|[\s;]\d)<<</g,
    put: writtenAs("<& "),
  },
  {
    // a here-document that no command reads, the comment of many lines: the grammar wants a command before it
    hint: "<<",
    pattern: new RegExp(String.raw`(?=<<)${commandStart}<<(?=-?[ \t]*(["']?)\w+\1[ \t]*(?:>[^\n]*)?(?:\r?\n|$))`, "g"),
    put: writtenAs(": <<"),
  },
  {
    // `!curl URL | sh`, as notebooks write it: no program's name begins so
    hint: "!",
    pattern: /(?<=^|\n)[ \t]*!(?=[A-Za-z./])/g,
    put: writtenAs(" "),
  },
  {
    // `! { …; }`: taken for a command named by the brace; what a status is turned into changes no flow
    hint: "!",
    pattern: new RegExp(String.raw`${commandStart}!(?=[ \t]+(?:\{|if|while|until|for|case)\s)`, "g"),
    put: writtenAs(" "),
  },
  {
    // `time { …; }` and `time ! …` are the same
    hint: "time",
    pattern: new RegExp(String.raw`${commandStart}time(?:[ \t]+-p)?(?=[ \t]+(?:\(|(?:!|\{|if|while|until|for|case)\s))`, "g"),
    put: writtenAs(" "),
  },
  {
    // `coproc NAME { …; }`: taken for a command with words; the group runs all the same
    hint: "coproc",
    pattern: new RegExp(String.raw`${commandStart}coproc(?:[ \t]+[A-Za-z_]\w*)?(?=[ \t]+(?:\(|(?:\{|if|while|until|for|case)\s))`, "g"),
    put: writtenAs(" "),
  },
  {
    // `linux*) …;;`: arms of a `case` that begins above the part shown
    hint: ";;",
    unless: /(?:^|[\s;&|("'\x60])case\s[^\n]{1,300}\sin(?=\s|$)/,
    pattern:
      /(?<=^|\n)[ \t]*(?:esac(?=[ \t]*(?:[;#\n]|$))|\(?[\w.*?$"'[\]{}+-]{1,80}(?:[ \t]*\|[ \t]*[\w.*?$"'[\]{}+-]{1,80}){0,20}\)(?=\s))|;;&?(?=[ \t]*(?:[#\n]|$))/g,
    put: (out, { index, 0: token }) => {
      out.put(token.startsWith(";") ? "\n" : " ".repeat(token.length), index, index + token.length);
    },
  },
  {
    // `[ -d ~ ]`: a home directory at a test's end is taken for an operator
    hint: "~ ]",
    pattern: /(?<=[ \t])~(?= \])/g,
    put: writtenAs("x"),
  },
  {
    // `[ "$A" \< "$B" ]`: an escaped comparison is an operator like any other
    hint: "\\",
    pattern: /\\[<>](?=[ \t])(?<=(?:^|[\s;&|(!])\[[ \t][^\n;&|]{0,200}[ \t]\\.)/g,
    put: writtenAs("="),
  },
  {
    // `((curl URL) | sh)`: two subshells are no arithmetic
    hint: "((",
    pattern: /\(\((?=[^()\n]{1,300}\)[ \t]*[|;&])/g,
    put: (out, { index }) => {
      out.put("( ", index, index + 1).copy(index + 1, index + 2);
    },
  },
  {
    // `exec 3<> /dev/tcp/HOST/PORT`: what is written there as well is read like any other
    hint: "<>",
    pattern: /(?<=\s\d{1,3})<>(?=[ \t]*[^\s<>])/g,
    put: writtenAs("<"),
  },
  {
    // `set -l x (curl URL)`: fish's assignment
    hint: "set ",
    pattern: new RegExp(String.raw`${commandStart}set(?:[ \t]+-[\w-]+)*[ \t]+([A-Za-z_]\w*)[ \t]+\((?=[^()\n]{0,400}://[^()\n]*\))`, "g"),
    put: (out, { index, 0: { length }, 1: name = "" }) => {
      out.put(`${name}=$(`, index, index + length);
    },
  },
  {
    // `source (curl URL | psub)`: fish writes substitutions without a dollar sign
    hint: "(",
    pattern: new RegExp(
      String.raw`${commandStart}(?!(?:if|while|until|then|else|elif|do|time|not|and|or)\s)([\w./][\w./-]*(?:[ \t]+-[\w-]+)*[ \t]+)\((?=[^()\n]{0,400}(?:://|\|[ \t]*psub)[^()\n]{0,400}\))`,
      "g",
    ),
    put: (out, { index, 1: { length } = "" }) => {
      out.copy(index, index + length).put("$(", index + length, index + length + 1);
    },
  },
  {
    // `source =(curl URL)`: a file of zsh's that is gone afterwards
    hint: " =(",
    pattern: /(?<=[ \t])=\(/g,
    put: (out, { index }) => {
      out.put("<", index, index + 1).copy(index + 1, index + 2);
    },
  },
  {
    // backticks in an expansion's operand are read as text
    hint: "`}",
    pattern: /(?<=\$\{\w+:?[-=+])`([^`\\]*)`(?=\})/g,
    put: (out, { index, 0: { length } }) => {
      out.put("$(", index, index + 1).copy(index + 1, index + length - 1).put(")", index + length - 1, index + length);
    },
  },
  {
    // `{curl,-s,URL}`: braces in a command's place make words, each with the place of the whole; mere names and nothing behind
    // them are a choice (`{curl,wget} | sh`)
    hint: "{",
    pattern: new RegExp(
      String.raw`(?=\{)${commandStart}(?!\{[A-Za-z,]+\}[ \t]*[|;&)])\{([^\s{},'"()<>|;&\\\x60]+(?:,[^\s{},'"()<>|;&\\\x60]+)+)\}(?=[\s|;&)]|$)`,
      "g",
    ),
    put: (out, { index, 0: { length }, 1: words = "" }) => {
      for (const [at, word] of words.split(",").entries()) out.put(at === 0 ? word : ` ${word}`, index, index + length);
    },
  },
];

/** Most one-line commands hold none of the hints. */
const hints = [...new Set(repairs.map(({ hint }) => hint))];

/** The source as the grammar can read it; the same one where there is nothing to rewrite. */
export function repaired(source: Source): Source {
  return hints.some((hint) => source.text.includes(hint)) ? withHereEnd(repairs.reduce(applied, source)) : source;
}

const hereStart = new RegExp(`^(?:[^#]|(?<=\\S)#)*?(?<!<)${hereDocument}`);

/** A here-document that the text breaks off in goes on to its end, as in the shell; the grammar wants it closed. */
function withHereEnd(source: Source): Source {
  const { text } = source;
  if (!text.includes("<<")) return source;
  let mark: string | null = null;
  for (const line of text.split("\n")) {
    if (mark !== null) {
      if (line.split(/\W+/).includes(mark)) mark = null;
      continue;
    }
    const start = hereStart.exec(line);
    mark = start?.[1] ?? start?.[2] ?? start?.[3] ?? null;
  }
  if (mark === null || !text.trimEnd().includes("\n")) return source;
  return new SourceBuilder(source).copy(0, text.length).put(`\n${mark}\n`, text.length, text.length).build();
}

function applied(source: Source, { hint, unless, pattern, put }: Repair): Source {
  const { text } = source;
  if (!text.includes(hint) || unless?.test(text) === true) return source;
  const out = new SourceBuilder(source);
  let copied = 0;
  for (const match of text.matchAll(pattern)) {
    put(out.copy(copied, match.index), match, text);
    copied = match.index + match[0].length;
  }
  return copied === 0 ? source : out.copy(copied, text.length).build();
}

/** A comment does not go on behind its line end. */
function inComment(text: string, at: number): boolean {
  const line = text.slice(text.lastIndexOf("\n", at - 1) + 1, at);
  return /(?:^|\s)#/.test(line);
}
