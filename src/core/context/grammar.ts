import { ENGLISH } from "./english/index.js";
import { COMMAND, NAME, PAD } from "./mask.js";
import type { Phrases, Verb } from "./phrases.js";

/** The patterns that find evidence in a mask, made once from the phrases. */
export interface Grammar {
  readonly phrases: Phrases;
  /** Where a negator may begin: the sticky patterns of negators, all long, are tried there only. */
  readonly negation: RegExp;
  /** Negator and verb of running: "never ever try to run". Groups: `negator`, `verb`. Sticky. */
  readonly active: RegExp;
  /** Negator directly before the command: "don't X", "never with X". Sticky. */
  readonly direct: RegExp;
  /** Negator and verb of preparation: "don't install … with X". Sticky. */
  readonly means: RegExp;
  /** "avoid installing … with X". Sticky. */
  readonly meansGerund: RegExp;
  /** "avoid running", "refrain from", "discourage the use of". Groups: `negator`, `verb`. Sticky. */
  readonly gerund: RegExp;
  /** "must never be run", "is discouraged". */
  readonly passive: RegExp;
  /** "is very dangerous". Group: `word`. */
  readonly predicate: RegExp;
  /** "I consider X dangerous". Group: `words`, what is said of it. */
  readonly called: RegExp;
  /** A condemning word before a noun or the command. */
  readonly attribute: RegExp;
  readonly reject: RegExp;
  /** ", not X". */
  readonly contrast: RegExp;
  readonly badMark: RegExp;
  readonly goodMark: RegExp;
  /** At the start of a clause: "Bad idea:", "Don't:". Sticky. */
  readonly badLabel: RegExp;
  readonly goodLabel: RegExp;
  /** Behind a command: "— unsafe". Sticky. */
  readonly trailingLabel: RegExp;
  /** A sentence that is nothing but "Don't." */
  readonly elliptic: RegExp;
  /** A label in brackets or behind a dash: "Alternatively (not recommended):". */
  readonly aside: RegExp;
  readonly lineStart: RegExp;
  /** A connective with a new imperative behind it. Groups: `connective`. */
  readonly newImperative: RegExp;
  readonly imperative: RegExp;
  readonly turn: RegExp;
  readonly executing: ReadonlySet<string>;
  readonly naming: ReadonlySet<string>;
  readonly explicit: ReadonlySet<string>;
  /** Names the object as one thing among others that came up: a token, a file. */
  readonly rival: RegExp;
  /** A prohibition to handle something, whatever it is: "don't use", "never pass". */
  readonly handled: RegExp;
  readonly connective: RegExp;
  readonly exampleLead: RegExp;
}

/** A regular expression source for any one of the words; longer ones first. A mask pads apostrophes, and the full stops of abbreviations. */
export function choice(words: readonly string[]): string {
  const sorted = [...words].sort((a, b) => b.length - a.length);
  return `(?:${sorted.map((word) => word.replace(/ /g, "\\s+").replace(/'/g, `'${PAD}*`).replace(/\\\./g, `[.${PAD}]`)).join("|")})`;
}

const LEFT = "(?<![a-z0-9-])(?<![a-z0-9]')";
const RIGHT = "(?![a-z0-9-])(?!'[a-z])";

/** The words as whole words. */
export function wholeWord(words: readonly string[], flags = "g"): RegExp {
  return pattern(LEFT + choice(words) + RIGHT, flags);
}

/** Sticky-free pattern for any of the words at the end of a text. */
export function atEnd(words: readonly string[]): RegExp {
  return new RegExp(`${LEFT}${choice(words)}[\\s,:"'“‘«(]*$`);
}

/** Any of the words at the start of a text. */
export function atStart(words: readonly string[]): RegExp {
  return new RegExp(`^[\\s,:"'“‘«(]*${choice(words)}${RIGHT}`);
}

/** Compiles a pattern; runs of blanks are bounded, so that no text of blanks makes it slow. */
function pattern(source: string, flags = ""): RegExp {
  return new RegExp(source.replace(/\\s\+/g, "\\s{1,60}").replace(/\\s\*/g, "\\s{0,60}"), flags);
}

function forms(verbs: readonly Verb[], ...names: ("base" | "ing" | "participle")[]): string {
  return choice(verbs.flatMap((verb) => names.map((name) => verb[name])));
}

const PAUSE = "(?:,|\\.{2,}|…)?";

/** What may stand between a negator and its verb: adverbs, and what is thrown in ("never (ever) run", "never — I repeat — run") unless it limits. */
function insertion(phrases: Phrases, adverb: string): string {
  const thrownIn = `(?!${choice(phrases.limits)}${RIGHT})[a-z][a-z', ]{0,60}`;
  const aside = `(?:\\s*\\(${thrownIn}\\)|\\s*[—–]\\s*${thrownIn}[—–]|\\s+-{1,2}\\s${thrownIn}-{1,2}(?=\\s)|,\\s(?=(?:and|not|i|ever|under|on|in|at|for|even|whatever|no matter)${RIGHT})${thrownIn},)?`;
  return `(?:\\s*${PAUSE}\\s+${adverb}(?:\\s*${PAUSE}))*${aside}`;
}

/** The patterns of labels and marks. */
function compileLabels(phrases: Phrases): Pick<Grammar, "badMark" | "goodMark" | "badLabel" | "goodLabel" | "trailingLabel" | "aside" | "lineStart"> {
  const badMark = `[${phrases.badMarks}]`;
  const goodMark = `[${phrases.goodMarks}]`;
  const numbering = `(?:(?:(?:${choice(phrases.labelNouns)}|step)\\s+)?[0-9a-z]{1,2}\\s*[.:)—–-]+\\s*)?`;
  const opening = `[\\s"'“‘«(>•·–—-]*${numbering}(?:(?:but|and|yet|or|so)\\s+)?(?:(?:warning|caution|danger|attention|note|${choice(phrases.drawbacks)})\\s*[:!—–-]+\\s*|(?:todo|fixme|xxx|hack)\\b\\s*[:!—–-]*\\s*)?`;
  const nouns = choice(phrases.labelNouns);
  // no word fits two of these, or a run of them would be tried in every combination
  const lead = `(?:(?:the|a|an|more|most|even more|this is|that is|that's|very|plain|super|also|so|just as|still|another|yet another|(?!${choice([...phrases.doubts, ...phrases.weakAdverbs])}${RIGHT})[a-z]{2,20}ly)\\s+)*`;
  const remark = "(?:\\s*\\([^()]{0,80}\\))?";
  const labelEnd = `${remark}\\s*(?:[:：!→⇒]|[=-]>|[.!]+\\s*$|\\)|[—–]|\\s-{1,2}\\s|$)`;
  const also = "(?:\\s*,\\s*|\\s+(?:but|and|yet|or)\\s+)";
  const label = (words: readonly string[]): string => `${lead}${choice(words)}(?:\\s+${nouns}){0,2}`;
  // "slow and insecure", "dangerous because …", "unsafe, plain HTTP"; "safe and unsafe" judges nothing
  const reasoned = choice(phrases.reasonedLabels);
  const badLabels = `(?:${label(phrases.badLabels)}|(?:(?!${choice(phrases.goodLabels)}${RIGHT})[a-z-]{2,20}${also}){1,2}${reasoned})(?:\\s+${choice(phrases.emphases)})?`;
  const reason = `(?<=${reasoned})(?=\\s+${choice(phrases.reasons)}${RIGHT})`;
  const unlimited = `(?!\\s*(?:${choice(phrases.limits)}${RIGHT}|["'“‘«(]*${COMMAND}))`;
  const pause = `,${unlimited}`;
  // "X in the Dockerfile – unsafe"
  const placed = `(?:\\s{1,3}(?:in|on|inside|from|at)\\s{1,3}(?:the|an?|your|our|their|this)\\s{1,3}(?:[a-z-]{1,20}\\s{1,3})?(?:[a-z-]{1,30}|\ue001+)(?=\\s{0,3}[:—–(]|\\s-))`;
  return {
    badMark: pattern(badMark, "gu"),
    goodMark: pattern(goodMark, "gu"),
    badLabel: pattern(`${opening}(?:${badMark}\\ufe0f?\\s*)?(?<label>${badLabels})${RIGHT}(?:${labelEnd}|${reason}|(?<=${reasoned})\\s*(?=${pause}))`, "uy"),
    goodLabel: pattern(`${opening}(?:${goodMark}\\ufe0f?\\s*)?(?<label>${label(phrases.goodLabels)})${RIGHT}(?!\\s*[:：]\\s*${choice(phrases.deniedBy)}${RIGHT})${remark}\\s*(?:[:：!→⇒]|[=-]>|\\)|[—–]|\\s-{1,2}\\s|$)`, "uy"),
    trailingLabel: pattern(`["'”’»)]*(?:(?<=\\));)?${placed}?\\s*(?:[:—–(,]|\\s-{1,2}|←|<-{1,2}|-+>|→|=>?|//|#|\\^)+\\s*(?:${choice(phrases.drawbacks)}\\s*[:：]\\s*)?(?:${badMark}\\ufe0f?\\s*)?(?<label>${badLabels})${RIGHT}(?:\\s*(?=[.!);]|[,:(]${unlimited}|$)|${reason})`, "uy"),
    aside: pattern(`\\(\\s*(?:${badMark}\\ufe0f?\\s*)?(?:[a-z-]+${also})?(?<label>${label(phrases.badLabels)})(?:${also}[a-z\\s-]{1,30}|${reason}[^()]{1,80})?\\s*[.!]*\\s*\\)(?=\\s*(?:[:：—–]|-|$))|(?:[—–]|\\s-{1,2}\\s)\\s*(?<dashed>${label(phrases.badLabels)})\\s*(?=[:：]|$)`, "gu"),
    lineStart: pattern(`\\n(?=[ \\t]{0,40}(?:\\(?[0-9a-z]{1,2}[.)]\\s)?(?:[•‣◦▪●]|${badMark}|${goodMark}|${choice([...phrases.drawbacks, ...phrases.formKeys])}\\s?[:：]|${choice([...phrases.badLabels, ...phrases.goodLabels])}(?:\\s+${nouns})?(?:\\s*[:：→⇒—–]|\\s+(?:-{1,2}|[=-]>)\\s)|${reasoned}(?:${pause}|${reason})))|\\n(?=[ \\t]{0,40}${choice(phrases.imperatives)}\\s?[:：])(?<=[:：][ \\t][^\\n]{1,200}\\n)`, "gu"),
  };
}

/** Compiles phrases to patterns. */
export function compileGrammar(phrases: Phrases): Grammar {
  const negator = choice(phrases.negators);
  const gerundNegator = choice(phrases.gerundNegators);
  const adverb = `(?:${choice(phrases.adverbs)}|(?!${choice(phrases.weakAdverbs)}${RIGHT})[a-z]+ly)`;
  const between = insertion(phrases, adverb);
  const attempts = `(?:\\s+${choice(phrases.attempts)}${between})?`;
  const any = [...phrases.verbs, ...phrases.meansVerbs];
  const joint = "(?:\\s*,\\s*(?:and\\s+|or\\s+|nor\\s+)?|\\s+(?:and|or|nor|&|to|and\\s+then)\\s+|\\s*/\\s*)";
  const chain = (...names: ("base" | "ing" | "participle")[]): string => {
    const core = `${forms(phrases.verbs, ...names)}|(?<=\\shave\\s)${forms(phrases.verbs, "participle")}`;
    const all = forms(any, ...names);
    return `(?:${all}${joint}){0,4}(?<verb>${core})(?:${joint}${all}){0,4}`;
  };
  const particle = `(?!\\s+${choice(phrases.verbParticles)}${RIGHT})`;
  const detour = `(?:${forms(phrases.meansVerbs, "base")}(?:\\s+[a-z]+){1,6}?\\s+and\\s+)?`;
  const condemning = choice(phrases.condemning);
  const predicateWord = `(?:${choice(phrases.predicateWords)}|(?!${choice(phrases.doubts)}${RIGHT})[a-z]+ly)`;
  const soft = `(?:${choice(phrases.imperativeAdverbs)}\\s+)*`;
  const imperative = `${choice(phrases.imperatives)}${RIGHT}(?!\\s+(?:not|by|as|from|of|in|on|at|into)${RIGHT})`;
  return {
    phrases,
    ...compileLabels(phrases),
    negation: pattern(`${LEFT}(?=${choice([...phrases.negators, ...phrases.gerundNegators])})`, "g"),
    active: pattern(`(?<negator>${negator})${between}${attempts}${PAUSE}\\s+${detour}${chain("base", "ing")}${RIGHT}${particle}`, "y"),
    direct: pattern(`(?:${negator}|avoid(?!\\s+this\\s+(?:by|with|via|using)))(?:,?\\s+(?:${adverb}|with|via|using|through|by\\s+[a-z]+ing|the|an?|this|any))*[\\s"'“‘«(:]+(?=${COMMAND})`, "y"),
    means: pattern(`${negator}${between}${attempts}\\s+${forms(phrases.meansVerbs, "base", "ing")}${RIGHT}`, "y"),
    meansGerund: pattern(`${gerundNegator}${between}\\s+${forms(phrases.meansVerbs, "ing")}${RIGHT}`, "y"),
    gerund: pattern(`(?<negator>${gerundNegator})${between}(?:\\s+(?:the\\s+)?(?:use|usage|practice|habit)\\s+of)?(?:${attempts}\\s+${detourIng(phrases)}${chain("ing", "base")}${particle})?${RIGHT}`, "y"),
    passive: pattern(`${LEFT}(?:${choice(phrases.passives)})${between}(?:\\s+(?<verb>${forms(phrases.verbs, "participle")}|${forms(phrases.meansVerbs, "participle")}(?=\\s+(?:like|in\\s+this|in\\s+that|this|that)\\s)))?${RIGHT}`, "g"),
    predicate: pattern(`(?:${choice(phrases.copulas)}|^${choice(phrases.copulas.map((copula) => copula.trim()))})(?:\\s*,[^,.;:()\\n]{1,40},)?(?:\\s*,?\\s+${predicateWord},?){0,5}(?:(?:\\s+(?!(?:not|never|no|only|anything|nothing|everything|all)\\b)[a-z-]+){1,3},?\\s+(?:and|but|yet)(?:\\s+${predicateWord}){0,3})?\\s+(?<word>${condemning})${RIGHT}`, "g"),
    called: pattern(`${LEFT}${choice(phrases.calling)}\\s+(?:[a-z]+\\s+){0,2}["'“(]*(?:${COMMAND}+|this|that|these|those|it|the\\s+following(?:\\s+[a-z-]+)?)["'”)]*(?:\\s+(?:in|on|from)\\s+(?:[a-z]+\\s+)?${NAME}+)?(?<words>(?:\\s+as|\\s+to\\s+be)?(?:\\s+${predicateWord},?){0,4}\\s+${condemning})${RIGHT}`, "g"),
    attribute: pattern(`${LEFT}${condemning}${RIGHT}`, "g"),
    reject: pattern(`${LEFT}(?:${choice(phrases.rejecters)}|rather\\s+(?:[a-z]+\\s+){1,6}?than)(?:\\s+${chain("base", "ing")})?${RIGHT}`, "g"),
    contrast: pattern(`(?:^|[,;:—–(.!?]|\\s-|\\b(?:and|but|use|run|is|rather|try|do|please))\\s*(?<negator>not)\\s+(?:with\\s+|via\\s+|by\\s+[a-z]+ing\\s+|using\\s+|the\\s+)?["'“‘(]*(?=${COMMAND})`, "g"),
    elliptic: pattern(`(?:^|[—–,;:(?.!…]|\\s-{1,2}\\s|\\b(?:but|so|and)\\s)[\\s"'“]*(?:(?:no|pretty|please|but|so|just|really|seriously)[,\\s]+)*(?<label>${choice(phrases.elliptic)})(?:[\\s.!)"'”]*|(?<!\\b(?:i|we)\\sdon't),\\s+${choice(phrases.ellipticReasons)}${RIGHT}[^${COMMAND}?]{0,120})$`),
    newImperative: pattern(`(?<connective>[,:—–(]|\\s-{1,2}(?=\\s)|\\sand(?=\\s+(?:always|instead|rather|better)\\s))\\s*${soft}${imperative}|(?<bare>[,:—–])\\s*(?:and\\s+|just\\s+|only\\s+|always\\s+|simply\\s+|rather\\s+|instead\\s+|better\\s+)+(?=${COMMAND})`, "g"),
    imperative: pattern(`${LEFT}${imperative}`, "g"),
    turn: wholeWord(phrases.turns),
    rival: wholeWord(phrases.rivals, ""),
    handled: pattern(`${LEFT}(?:${negator}|avoid|stop)${between}${attempts}\\s+(?:${choice(phrases.handling)}|${forms(any, "base", "ing")})${RIGHT}`, "g"),
    connective: pattern(`^[^a-z]*${choice(phrases.connectives)}[^a-z]*$`),
    exampleLead: pattern(`^[\\s"'“(]*${choice(phrases.exampleLeads)}\\s*[:,.]?\\s*$`),
    executing: verbForms(phrases.verbs.filter((verb) => verb.executes)),
    naming: verbForms(phrases.verbs.filter((verb) => verb.names)),
    explicit: verbForms(phrases.verbs.filter((verb) => verb.explicit)),
  };
}

function verbForms(verbs: readonly Verb[]): ReadonlySet<string> {
  return new Set(verbs.flatMap((verb) => [verb.base, verb.ing, verb.participle]));
}

function detourIng(phrases: Phrases): string {
  return `(?:${forms(phrases.meansVerbs, "ing")}(?:\\s+[a-z]+){1,6}?\\s+(?:and(?=\\s+\\w+ing)|by|from|with)\\s+)?`;
}

/** The grammar of the contract: warnings are English. */
export const GRAMMAR: Grammar = compileGrammar(ENGLISH);
