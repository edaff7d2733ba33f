/**
 * The English words and phrases that decide whether a command is meant (card rule 14). Data only:
 * another language is another object of this shape.
 *
 * Entries are lower-case. A blank stands for any run of blanks; a word in `(?:…)` is a choice.
 */
export interface Phrases {
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
  /** Words in -ly (and others) that weaken a prohibition or a judgement to nothing. */
  readonly weakAdverbs: readonly string[];
  /** What may stand between negator and verb of running: "never try to run". */
  readonly attempts: readonly string[];
  /** Verbs of running, by form. */
  readonly verbs: readonly Verb[];
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
  /** Verbs whose object is put right, not shown: "replace the insecure X". */
  readonly repairing: readonly string[];
  /** Followed by what is rejected: "instead of X". */
  readonly rejecters: readonly string[];
  /** Labels that forbid or condemn what they stand before: "Don't:", "Avoid:". */
  readonly badLabels: readonly string[];
  /** Labels that favour what they stand before. */
  readonly goodLabels: readonly string[];
  /** Nouns a label may carry: "Bad example:", "Wrong way:". */
  readonly labelNouns: readonly string[];
  /** Nouns beside the command nouns that a condemning word may stand before: "a dangerous habit". */
  readonly condemnedNouns: readonly string[];
  readonly badMarks: string;
  readonly goodMarks: string;
  /** Nouns that stand for a command. */
  readonly commandNouns: readonly string[];
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
  /** Words of inline code that matter to limits, so they are read as words. */
  readonly readableNames: readonly string[];
  /** A clause that begins so is a condition: neither it nor what follows it forbids. */
  readonly conditions: readonly string[];
  /** A clause that begins so is a time: it forbids nothing, what follows its comma may. */
  readonly times: readonly string[];
  /** Directly before a negator these make it describe somebody: "those who never run X". */
  readonly relatives: readonly string[];
  /** Nouns that "it" may mean rather than the command. */
  readonly rivals: readonly string[];
  /** Sentences that only lead over to an example. */
  readonly exampleLeads: readonly string[];
  /** Whole sentences that forbid what stands before them: "Don't." */
  readonly elliptic: readonly string[];
  readonly abbreviations: readonly string[];
  /** Table headers above which a bare mark is a verdict on the command. */
  readonly verdictHeaders: readonly string[];
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

export const ENGLISH: Phrases = {
  negators: [
    "never(?: ever)?(?: should)?",
    "do not",
    "don't(?: you(?: dare)?)?",
    "dont",
    "must not",
    "mustn't",
    "should not",
    "shouldn't",
    "shall not",
    "shan't",
    "would not",
    "wouldn't",
    "ought not(?: to)?",
    "oughtn't(?: to)?",
    "not to",
    "(?:better|best|rather|better off|preferably|definitely|certainly|absolutely) not(?: to)?",
    "(?:refuse|refuses|refusing) to",
    "(?:resist|fight) the (?:temptation|urge|impulse) to",
    "nor",
    "neither",
    "(?:under no circumstances|on no account|in no case|at no time|by no means)(?: (?:should|must|may|do|would|shall|is|are))?(?: (?:you|we|one|anyone|anybody|i|to))?(?: ever)?",
    "(?:nobody|no one|no-one|none of (?:us|you)) (?:should|must|may|shall)",
    "(?:not|never|isn't|aren't) (?:\\w+ly )?(?:allowed|permitted|supposed|meant|advisable|advised|wise|recommended|safe|secure|ok|okay|a good idea) to",
    "(?:forbidden|prohibited|inadvisable|unwise) to",
    "(?:a |an )?(?:\\w+ly )?(?:dangerous|unsafe|insecure|risky|wrong|bad)(?: (?:idea|practice|habit|thing|move|form))? to",
  ],
  gerundNegators: [
    "avoid",
    "avoiding",
    "avoided",
    "refrain from",
    "refraining from",
    "abstain from",
    "stop",
    "steer clear of",
    "stay away from",
    "keep away from",
    "(?:advise|advises|advised|recommend|recommends|recommended|warn|warns|warned|caution|counsel) (?:\\w+ )?against",
    "(?:not|never|don't|wouldn't|cannot|can't|won't|couldn't)(?: \\w+ly)? (?:recommend|advise|recommended|advised|advisable|encourage|encouraged|condone|endorse)",
    "(?:discourage|discourages|discouraged|forbid|forbids|prohibit|prohibits|disallow|disallows)(?: (?:you|users|people|anyone|everyone) from| from)?",
  ],
  harmlessBefore: ["why", "no reason", "no need", "reason enough", "so as", "in order", "whether or", "have", "has", "had", "having", "'ve"],
  harmlessBeforeGerund: ["not", "never", "cannot", "to", "helps", "help", "helps to", "can", "could", "will", "would", "'ll", "nothing", "you", "thereby", "and so"],
  wishes: ["try", "sure", "best", "better", "wise", "wiser", "safer", "want", "need", "have", "ought", "advised", "recommended", "things", "thing", "commands", "command", "something", "one", "ones", "careful", "how", "what", "remember", "patterns", "pattern", "important", "i would", "i'd", "we would", "we'd", "like", "prefer", "tend", "learn", "mistake", "way", "ways", "choose", "chose", "decided", "should", "must"],
  adverbs: ["ever", "just", "please", "even", "also", "then", "again", "now", "under any circumstances", "in any case", "as a rule", "either", "i repeat", "of course", "too", "go and", "go ahead and", "at any point", "be"],
  weakAdverbs: ["only", "necessarily", "normally", "usually", "typically", "generally", "always", "hardly", "barely", "rarely", "seldom", "early", "reply", "apply", "supply", "rely", "allegedly", "supposedly", "merely", "solely", "family", "likely"],
  attempts: [
    "try to",
    "try and",
    "attempt to",
    "think (?:of|about)",
    "consider",
    "dare(?: to)?",
    "start",
    "begin",
    "keep",
    "go",
    "let (?:anyone|anybody|users|people|them|yourself|others|friends|your \\w+|the \\w+)",
    "(?:tell|ask|teach|encourage|allow) (?:anyone|anybody|users|people|them|others|readers|customers) to",
    "(?:be|get|feel) tempted (?:to|by)",
    "want to",
    "agree to",
    "resort to",
    "(?:telling|asking|teaching|encouraging|allowing|letting|recommending|suggesting)(?: (?:anyone|anybody|users|people|them|others|readers|customers))?(?: to| that (?:people|users|you|they))?",
  ],
  verbs: [
    { base: "run", ing: "running", participle: "run", executes: true },
    { base: "execute", ing: "executing", participle: "executed", executes: true },
    { base: "eval", ing: "evaling", participle: "evaled", executes: true },
    { base: "evaluate", ing: "evaluating", participle: "evaluated", executes: true },
    { base: "pipe", ing: "piping", participle: "piped", executes: true, names: true },
    { base: "paste", ing: "pasting", participle: "pasted", executes: true },
    { base: "copy", ing: "copying", participle: "copied", executes: true },
    { base: "copy-paste", ing: "copy-pasting", participle: "copy-pasted", executes: true },
    { base: "feed", ing: "feeding", participle: "fed", executes: true, names: true },
    { base: "source", ing: "sourcing", participle: "sourced", executes: true },
    { base: "invoke", ing: "invoking", participle: "invoked", executes: true },
    { base: "launch", ing: "launching", participle: "launched", explicit: true },
    { base: "use", ing: "using", participle: "used" },
    { base: "reuse", ing: "reusing", participle: "reused" },
    { base: "utilize", ing: "utilizing", participle: "utilized" },
    { base: "do", ing: "doing", participle: "done" },
    { base: "try", ing: "trying", participle: "tried" },
    { base: "type", ing: "typing", participle: "typed" },
    { base: "enter", ing: "entering", participle: "entered" },
    { base: "issue", ing: "issuing", participle: "issued" },
    { base: "perform", ing: "performing", participle: "performed" },
    { base: "follow", ing: "following", participle: "followed" },
    { base: "fall for", ing: "falling for", participle: "fallen for" },
    { base: "trust", ing: "trusting", participle: "trusted" },
    { base: "call", ing: "calling", participle: "called", explicit: true },
    { base: "put", ing: "putting", participle: "put", explicit: true },
    { base: "write", ing: "writing", participle: "written", explicit: true },
    { base: "add", ing: "adding", participle: "added", explicit: true },
    { base: "include", ing: "including", participle: "included", explicit: true },
    { base: "embed", ing: "embedding", participle: "embedded", explicit: true },
    { base: "recommend", ing: "recommending", participle: "recommended" },
    { base: "suggest", ing: "suggesting", participle: "suggested" },
  ],
  meansVerbs: [
    { base: "install", ing: "installing", participle: "installed" },
    { base: "set up", ing: "setting up", participle: "set up" },
    { base: "bootstrap", ing: "bootstrapping", participle: "bootstrapped" },
    { base: "deploy", ing: "deploying", participle: "deployed" },
    { base: "provision", ing: "provisioning", participle: "provisioned" },
    { base: "update", ing: "updating", participle: "updated" },
    { base: "upgrade", ing: "upgrading", participle: "upgraded" },
    { base: "download", ing: "downloading", participle: "downloaded" },
    { base: "fetch", ing: "fetching", participle: "fetched" },
    { base: "get", ing: "getting", participle: "got" },
  ],
  verbParticles: ["into", "out", "away", "afoul", "short", "low", "late", "dry", "up", "over", "across", "behind", "without"],
  passives: [
    "(?:must|should|shall|may|can|ought|would|is|are) (?:not|never)(?: ever)?(?: to)? be",
    "(?:mustn't|shouldn't|shan't|oughtn't to|can't|isn't to|aren't to|wouldn't)(?: ever)? be",
    "never to be",
    "not to be",
    "(?:must|should|may) (?:under no circumstances|on no account|by no means|in no case|at no time) be",
    "(?:is|are) by no means (?:safe|secure|recommended)",
    "should (?:\\w+ly )?be avoided",
    "must be avoided",
    "(?:is|are) (?:best|better|to be) avoided",
    "(?:is|are|was|were|'s) (?:\\w+ )?(?:discouraged|forbidden|prohibited|banned|disallowed|inadvisable|not recommended)",
    "(?:isn't|aren't|'s not|is not|are not|is never|are never|was not|were not|not)(?: \\w+ly)? (?:recommended|advised|advisable|allowed|permitted|encouraged|safe|secure|ok|okay|a good idea|a safe \\w+|a secure \\w+|something (?:to|you should|i would|i'd|one should|we) (?:run|use|do|paste|recommend|trust))",
    "(?:strongly |highly |officially )?discouraged",
  ],
  condemning: [
    "dangerous",
    "dangerously",
    "danger",
    "unsafe",
    "insecure",
    "risky",
    "riskier",
    "risk",
    "wrong",
    "bad",
    "malware",
    "malicious",
  ],
  condemningOther: ["scanner", "detector", "detection", "remover", "removal", "checker", "filter", "report", "analysis", "protection", "luck", "gateway", "news", "blocks", "sectors", "request"],
  predicateWords: [
    "a",
    "an",
    "the",
    "one of the",
    "very",
    "so",
    "too",
    "quite",
    "rather",
    "pretty",
    "just",
    "still",
    "also",
    "always",
    "often",
    "plain",
    "as",
    "such",
    "more",
    "most",
    "both",
    "equally",
    "even",
    "really",
    "not only",
    "not just",
    "not merely",
    "known to be",
    "known as",
    "known",
    "considered",
    "deemed",
    "regarded as",
    "seen as",
    "to be",
    "be",
    "been",
    "simply",
    "security",
    "huge",
    "big",
    "major",
    "serious",
    "real",
    "clear",
    "massive",
    "terrible",
    "awful",
    "well-known",
    "slow and",
    "ugly and",
    "how",
    "what",
    "exactly how",
    "exactly what",
    "in general",
    "by definition",
    "by design",
    "at best",
    "about as",
    "kind of",
    "sort of",
    "a bit",
    "somewhat",
    "indeed",
    "downright",
    "where",
    "why",
  ],
  copulas: [" is", " are", " was", " were", " be", " been", " seems", " seem", " looks", " look", " becomes", " remains", " sounds", "'s", "'re"],
  calling: ["consider", "considers", "considered", "call", "calls", "deem", "find", "finds", "treat", "treats", "regard", "makes", "make", "think", "why is", "why are"],
  repairing: ["fix", "fixes", "fixing", "repair", "repairs", "replace", "replaces", "remove", "removes", "removing", "clean", "undo", "detect", "detects", "block", "blocks", "prevent", "prevents", "against", "scan", "scans", "find", "finds", "correct", "corrects", "handle", "handles", "reject", "rejects", "report", "reports", "stop", "stops"],
  rejecters: ["instead of", "rather than", "in place of", "in lieu of", "as opposed to"],
  badLabels: [
    "don't",
    "dont",
    "do not",
    "don'ts?",
    "never",
    "avoid",
    "not recommended",
    "discouraged",
    "not safe",
    "not secure",
    "not like this",
    "not this",
    "forbidden",
    "prohibited",
    "banned",
    "security risk",
    "dangerous",
    "unsafe",
    "insecure",
    "risky",
    "wrong",
    "bad",
    "malware",
    "malicious",
  ],
  goodLabels: ["good", "better", "best", "safe", "safer", "secure", "right", "correct", "correctly", "recommended", "preferred", "do", "do this", "instead", "allowed", "ok"],
  labelNouns: ["way", "ways", "idea", "ideas", "practice", "practices", "example", "examples", "approach", "approaches", "method", "methods", "command", "commands", "option", "options", "variant", "variants", "version", "versions", "code", "pattern", "patterns", "install", "installs", "installation", "installer", "installers", "one-liner", "one-liners", "script", "scripts", "form", "style", "habit", "habits", "usage", "use", "this", "do this", "run", "run this", "use this", "choice", "alternative", "alternatives", "stuff", "things", "column", "shortcut", "snippet", "snippets", "line", "lines", "to run", "to use", "to do", "to paste"],
  condemnedNouns: ["way", "ways", "idea", "ideas", "practice", "practices", "example", "examples", "approach", "approaches", "method", "methods", "option", "options", "variant", "variants", "version", "versions", "installation", "usage", "style", "choice", "alternative", "alternatives"],
  badMarks: "❌✗✘✖🚫⛔👎🛑",
  goodMarks: "✅✔✓☑👍🟢",
  commandNouns: ["one", "ones", "command", "commands", "one-liner", "one-liners", "oneliner", "oneliners", "liner", "liners", "script", "scripts", "installer", "installers", "snippet", "snippets", "line", "lines", "pipe", "pipes", "pipeline", "pipelines", "pattern", "patterns", "code", "example", "examples", "recipe", "recipes", "trick", "tricks", "idiom", "idioms", "incantation", "incantations", "invocation", "invocations", "call", "calls", "thing", "things", "stuff", "anything", "something", "everything", "construct", "constructs", "construction", "way", "ways", "method", "methods", "approach", "approaches", "technique", "practice", "practices", "habit", "instruction", "instructions", "block", "blocks", "shortcut", "shortcuts", "expression", "expressions", "substitution", "form", "step", "steps", "install", "installs"],
  determiners: ["the", "a", "an", "this", "that", "these", "those", "such", "any", "your", "their", "his", "her", "its", "our", "some", "every", "all", "each"],
  backward: ["it", "that", "them", "those", "so", "the above", "above", "the previous", "previous", "preceding", "earlier", "former"],
  forward: ["following", "below", "what follows"],
  either: ["this", "these", "such", "like this", "this way", "one of these", "any of these"],
  plural: ["these", "those", "them", "they", "both", "all", "any", "commands", "ones", "lines", "one-liners", "scripts", "snippets", "the above", "above", "either", "neither", "things", "blocks", "calls"],
  handiwork: ["by hand", "manually", "the hard way", "yourself", "from source", "twice", "more than once", "in parallel", "a second time", "multiple times", "too early", "too soon", "too often"],
  prepositions: ["from", "on", "in", "at", "into", "onto", "to", "with", "via", "for", "by", "of", "over", "through", "as", "inside", "under", "against", "within", "using", "off", "during", "across", "near", "out"],
  linkBreakers: ["before", "until", "till", "unless", "without", "except", "besides", "than", "because", "since", "if", "while", "so that", "instead", "apart from", "but", "after", "when", "once", "else", "which", "yet"],
  exampleLinks: ["like", "such as", "e\\.?g\\.?,?", "for example,?", "for instance,?", "i\\.?e\\.?,?", "namely", "as in", "of the form", "in the form of", "including", "say,?", "similar to", "akin to"],
  telling: ["tell", "tells", "ask", "asks", "say", "says", "suggest", "suggests", "recommend", "recommends", "use", "uses", "run", "runs", "contain", "contains", "want", "wants", "instruct", "instructs", "look", "looks", "start", "starts", "begin", "begins", "show", "shows", "offer", "offers"],
  meansLinks: ["with", "via", "using", "by running", "by using", "by executing", "by piping", "by pasting", "by", "through", "by means of", "from"],
  subjectWords: ["itself", "alone", "above", "below", "here", "too", "also", "therefore", "really", "and", "or", "nor", "similar", "friends", "such", "like", "thing", "style", "by", "definition", "always", "indeed", "though", "then", "now", "today", "hence", "thus", "both", "all", "is", "are", "a", "an", "something", "one", "can", "could", "may", "might", "would", "will", "has", "have", "that", "which", "you", "we", "i", "should", "must", "ever", "blindly", "directly", "at", "home", "again", "just"],
  pronouns: ["it", "this", "that", "they", "these", "those", "you", "we", "i", "he", "she", "there", "everything", "who", "what", "how", "whether", "to"],
  imperatives: ["run", "use", "execute", "try", "type", "enter", "paste", "copy", "do", "prefer", "go", "install", "invoke", "stick", "choose", "pick", "take", "download", "issue", "call", "follow", "consider", "get", "fetch", "open", "start", "read", "check", "verify", "let", "switch", "rely", "write"],
  imperativeAdverbs: ["and", "so", "then", "please", "just", "simply", "always", "only", "better", "instead", "rather", "now", "first", "you can", "you could", "you should", "you may", "you might", "you must", "we recommend to", "i would", "i'd", "you'd better", "it's better to", "it is better to", "better to", "simply to", "to install it", "to install", "you can simply", "you can just", "feel free to"],
  turns: ["but", "however", "whereas", "otherwise", "although", "though"],
  limits: [
    "as (?:an? |the |your )?(?:[a-z-]+ )?(?:root|admin|administrator|superuser|super-user|user|sudoer|guest|www-data|nobody|daemon)",
    "(?:with|under|using|via|through) (?:root|sudo|admin|administrator|elevated|superuser|super-user|doas|privileged)",
    "(?:in|from|at|on|into|as) (?:an? |the |your )?root (?:shell|prompt|account|session|login|terminal|user|console)",
    "(?:in|on|for|at|against|inside|into|to) (?:[a-z-]+ ){0,2}?(?:prod|production)",
    "for (?:[a-z-]+ )?(?:beginners|newcomers|novices|root)",
    "unless",
    "until",
    "till",
    "before",
    "without",
    "if",
    "except",
    "as long as",
    "provided",
    "when(?! \\w+ing)",
    "whenever",
    "in case",
    "yet",
    "twice",
    "more than once",
    "a second time",
    "multiple times",
    "several times",
    "in parallel",
    "simultaneously",
    "at the same time",
  ],
  limitCancelledBefore: ["even", "especially", "particularly", "notably", "least of all", "let alone", "not even", "above all", "not", "as", "or", "whether", "what"],
  limitCancelledAfter: ["possible", "at all", "you can", "you can help it", "exception", "exceptions", "question", "doubt", "any doubt", "any exception", "i were", "or elsewhere", "or anywhere"],
  remarkStarts: ["because", "since", "as (?:it|this|that|they|these|those|there)", "for (?:it|they)", "[,(] ?(?:it|this|that|they|these|which|who|you|we|the|there|and)"],
  limitedSubjects: ["beginners", "newcomers", "novices", "interns", "juniors", "guests", "students", "root", "the root user", "admins", "administrators", "(?:non-root|ordinary|normal|unprivileged|regular|privileged|other|new|inexperienced) users"],
  readableNames: ["sudo", "root", "admin", "administrator", "doas", "production", "prod"],
  conditions: ["if", "unless", "in case", "whether", "when", "whenever", "until", "till", "before", "as long as", "provided"],
  times: ["once", "after", "while", "as soon as"],
  relatives: ["who", "those", "which never", "that never"],
  rivals: ["token", "tokens", "key", "keys", "password", "passwords", "secret", "secrets", "output", "value", "file", "url", "link", "id", "hash", "config", "configuration", "credentials", "log", "folder", "directory", "port", "package", "account"],
  exampleLeads: ["(?:for |an? )?(?:example|instance)", "e\\.?g\\.?", "like (?:this|so|these)", "such as", "as in", "namely", "here is (?:an? )?(?:example|instance|sample)", "here's (?:an? )?(?:example|instance|sample)", "sample", "it looks like this", "it goes like this"],
  elliptic: ["don't", "do not", "never", "never ever", "please don't", "just don't", "avoid it", "please do not", "don't ever", "never again", "really don't", "avoid", "don't do it", "stop", "i wouldn't", "i would not", "i'd never", "i would never", "you shouldn't", "you should not", "we don't", "i don't", "you should never"],
  abbreviations: ["e.g.", "i.e.", "etc.", "vs.", "cf.", "approx.", "resp.", "incl.", "no.", "fig.", "mr.", "mrs.", "dr.", "st.", "a.k.a.", "w.r.t.", "viz.", "ca."],
  verdictHeaders: ["safe", "secure", "recommended", "ok", "okay", "good", "verdict", "rating", "status", "allowed", "do", "use", "use it", "trusted", "advice", "assessment", "safety", "security", "mark", "judgement", "judgment", "recommendation", "result"],
  governing: ["run", "execute", "type", "type in", "enter", "paste", "use", "try", "copy", "issue", "invoke", "input", "copy and paste", "launch", "running", "executing", "typing", "entering", "pasting", "using", "trying", "copying", "issuing", "call", "do"],
  governingAfter: ["(?:must|should|has to|needs to|can|may|is to) be (?:run|executed|typed|entered|pasted|used)", "is (?:the command|what) (?:to|you (?:need to|should|must|have to)) (?:run|execute|type|enter|paste|use)"],
};
