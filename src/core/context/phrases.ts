/**
 * The words and phrases of a language that decide whether a command is meant (card rule 14). Data only:
 * another language is another object of this shape.
 *
 * Entries are lower-case. A blank stands for any run of blanks; a word in `(?:…)` is a choice.
 */
export interface Phrases {
  /** Words of sentences about what becomes of fetched code: "the server can send anything, which is dangerous". */
  readonly fetchedCode: readonly string[];
  /** Followed by a verb in its base form, or by the command itself: "never run X", "don't X". */
  readonly negators: readonly string[];
  /** Followed by a verb in its -ing form or by the command: "avoid running X", "avoid X". */
  readonly gerundNegators: readonly string[];
  /** Before a negator these make it harmless: "why not run X", "so as not to". */
  readonly harmlessBefore: readonly string[];
  /** Before a gerund negator these make it a purpose, an effect or a double negation: "to avoid", "don't stop". */
  readonly harmlessBeforeGerund: readonly string[];
  /** Before "to avoid" these make it a prohibition again: "try to avoid", "things to avoid". */
  readonly wishes: readonly string[];
  /** Adverbs that may stand between negator and verb, beside words in -ly. */
  readonly adverbs: readonly string[];
  /** Words in -ly (and others) that weaken a prohibition to nothing. */
  readonly weakAdverbs: readonly string[];
  /** Words in -ly that weaken a judgement to nothing. */
  readonly doubts: readonly string[];
  /** What may stand between negator and verb of running: "never try to run". */
  readonly attempts: readonly string[];
  /** Verbs of running, by form. */
  readonly verbs: readonly Verb[];
  /** A paragraph of these ties two blocks together. */
  readonly connectives: readonly string[];
  /** What stands round a command or in it, and is copied, typed or named with it. */
  readonly partNouns: readonly string[];
  /** What a command fetches from, and nouns for a command that no other tool has: what is forbidden before a colon. */
  readonly sourceNouns: readonly string[];
  /** Verbs of preparation that only count with a means: "never install software with X", or beside a verb of running. */
  readonly meansVerbs: readonly Verb[];
  /** What makes "run" another verb: "run into problems". */
  readonly verbParticles: readonly string[];
  /** The subject comes first: "X should never be run", "X is discouraged". */
  readonly passives: readonly string[];
  /** Condemning words: adjectives, and nouns with their article. */
  readonly condemning: readonly string[];
  /** Words that make a condemning word name something else: "a malware scanner". */
  readonly condemningOther: readonly string[];
  /** What may stand between copula and condemning word. */
  readonly predicateWords: readonly string[];
  readonly copulas: readonly string[];
  /** Verbs that call or treat something as: "I consider X dangerous". */
  readonly calling: readonly string[];
  /** Before "not to run" these recommend: "a mistake not to run X". */
  readonly mistakes: readonly string[];
  /** Verbs whose object is put right, not shown: "replace the insecure X". */
  readonly repairing: readonly string[];
  /** Followed by what is rejected: "instead of X". */
  readonly rejecters: readonly string[];
  /** Labels that forbid or condemn what they stand before: "Don't:", "Avoid:". */
  readonly badLabels: readonly string[];
  /** Those that may stand beside another adjective, or before a comma or a reason: "Slow and insecure", "Unsafe, plain HTTP". */
  readonly reasonedLabels: readonly string[];
  /** What opens the reason of a label. */
  readonly reasons: readonly string[];
  /** Labels that favour what they stand before. */
  readonly goodLabels: readonly string[];
  /** Nouns a label may carry: "Bad example:", "Wrong way:". */
  /** Behind a command these open what is said for it and against it: "Pros: quick", "Cons: insecure", "Verdict: unsafe". */
  readonly merits: readonly string[];
  readonly drawbacks: readonly string[];
  /** Behind a label: "insecure | by design". */
  readonly emphases: readonly string[];
  /** Further keys of a form, which begin lines: "Reason: …". */
  readonly formKeys: readonly string[];
  readonly labelNouns: readonly string[];
  /** Nouns beside the command nouns that a condemning word may stand before: "a dangerous habit". */
  readonly condemnedNouns: readonly string[];
  readonly badMarks: string;
  readonly goodMarks: string;
  /** Nouns that stand for a command. */
  readonly commandNouns: readonly string[];
  /** Nouns that stand for one command of several, beside its letter or number: "option B", "the second way". */
  readonly alternativeNouns: readonly string[];
  /** Nouns, beside those, with which the title of a section names the command in it: "Quick install". */
  readonly titleNouns: readonly string[];
  /** "first" and so on, and "one" and so on, in their order. */
  readonly ordinals: readonly string[];
  readonly numerals: readonly string[];
  /** Words behind "A" that tell a name from an article: "A is", "A or B". */
  readonly namesGoOn: readonly string[];
  readonly determiners: readonly string[];
  /** Objects that point back only, forward only, or either way. */
  readonly backward: readonly string[];
  readonly forward: readonly string[];
  readonly either: readonly string[];
  /** Words that say more than one thing is meant. */
  readonly plural: readonly string[];
  /** What makes "it", "this" stand for handiwork and not for a command: "don't do it by hand". */
  readonly handiwork: readonly string[];
  readonly prepositions: readonly string[];
  /** Between a verb and a command these break the link: "never run anything before X". */
  readonly linkBreakers: readonly string[];
  /** What presents a command as an example of the object: "scripts such as X". */
  readonly exampleLinks: readonly string[];
  /** Verbs that show a command: "guides that tell you to run X". */
  readonly telling: readonly string[];
  /** What presents a command as the means: "install with X". */
  readonly meansLinks: readonly string[];
  /** Words of a subject that are neither a new subject nor a clause: "X alone is …". */
  readonly subjectWords: readonly string[];
  readonly pronouns: readonly string[];
  /** Conjunctions behind which a clause has a subject of its own. */
  readonly clauseStarts: readonly string[];
  /** Verbs that instruct, in the imperative. */
  readonly imperatives: readonly string[];
  readonly imperativeAdverbs: readonly string[];
  /** Conjunctions and adverbs that turn a sentence. */
  readonly turns: readonly string[];
  /** A prohibition limited by who, by a condition or to production forbids nothing. */
  readonly limits: readonly string[];
  /** What cancels a limit that follows or precedes directly. */
  readonly limitCancelledBefore: readonly string[];
  readonly limitCancelledAfter: readonly string[];
  /** A reason or a new remark begins: limits behind it belong to that. */
  readonly remarkStarts: readonly string[];
  /** Subjects that are a limited group: "beginners should not run X". */
  readonly limitedSubjects: readonly string[];
  /** Words of inline code that matter to limits, or that warnings name, so they are read as words. */
  readonly readableNames: readonly string[];
  /** A clause that begins so is a condition: neither it nor what follows it forbids. */
  readonly conditions: readonly string[];
  /** A clause that begins so is a time: it forbids nothing, what follows its comma may. */
  readonly times: readonly string[];
  /** Directly before a negator these make it describe somebody: "those who never run X". */
  readonly relatives: readonly string[];
  /** Nouns that "it" may mean rather than the command. */
  readonly rivals: readonly string[];
  /** Verbs, beside those of running and preparation, whose object a pronoun behind them may mean: "don't pass -k, it is unsafe". */
  readonly handling: readonly string[];
  /** Sentences that only lead over to an example. */
  readonly exampleLeads: readonly string[];
  /** Whole sentences that forbid what stands before them: "Don't." */
  readonly elliptic: readonly string[];
  /** Behind such words and a comma: "don't, it's unsigned". */
  readonly ellipticReasons: readonly string[];
  /** Before an option these are words of the sentence: "use -k", "the -f flag". */
  readonly optionLeads: readonly string[];
  readonly abbreviations: readonly string[];
  /** Table headers above which a bare mark is a verdict on the command. */
  readonly verdictHeaders: readonly string[];
  /** Praise that takes no condemnation back. */
  readonly concessions: readonly string[];
  /** Before a command: what is said is said of doing without it. */
  readonly leavingOut: readonly string[];
  /** Verbs of doing without something, or of meddling with it: what is unsafe to interrupt is no unsafe thing. */
  readonly sparing: readonly string[];
  /** Words in a cell of their own that answer such a header. */
  readonly deniedBy: readonly string[];
  readonly grantedBy: readonly string[];
  /** Objects other than a command that quotation-governing verbs may carry before the command. */
  readonly governing: readonly string[];
  /** Shapes behind a quoted command that instruct: "… must be run". */
  readonly governingAfter: readonly string[];
}

/**
 * Base form, -ing form, past participle. `executes`: its object is by nature something that runs; `names`: it names the
 * pattern, whatever its object; `explicit`: "it" as its object is hardly ever a command. */
export interface Verb {
  readonly base: string;
  readonly ing: string;
  readonly participle: string;
  readonly executes?: true;
  readonly names?: true;
  readonly explicit?: true;
}
