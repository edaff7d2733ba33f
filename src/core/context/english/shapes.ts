/**
 * The shapes of English sentences that are no lists of words. Beside the lists in this folder, the only
 * patterns that know the language; all read a mask (lower-case, code filled over).
 */

/** "I don't think X is dangerous": said of nobody's belief. */
export const DISBELIEVED = /(?:(?:n'?t|\bnot|\bnever|\bnobody|\bno\s+one)\s+(?:really\s+)?(?:think|thinks|believe|believes|say|says|saying|claim|claims|mean|see\s+why)|(?<!\bno\s)(?<!\bwithout\s)\bdoubts?|\bunlikely|\bno\s+(?:evidence|sign|proof|indication|reason\s+to\s+(?:think|believe))|\b(?:not\s+(?:true|correct|the\s+case)|untrue|false|myth)\s+that|(?:^\W*|\b(?:it|this)(?:'s|\s+is)\s+)not\s+that)\b[^.;]{0,160}$/;

/** "looks dangerous, but …": what only seems so is denied. */
export const SEEMS = /^\s*(?:looks?|seems?|sounds?|feels?|appears?)\b/;
/** "though X looks dangerous, …" */
export const CONCEDED_BEFORE = /\b(?:though|although|while|even\s+if)\b[^,.;]*$/;
export const SEEMS_ONLY = /^[^.!?]{0,30}?(?:\b(?:but|yet|however|though)\b|[;—–])/;

/** The end of a prohibition to run, of which "it" is a command whatever stands between. */
export const RUNS = /(?<![a-z])(?:run|running|executed?|executing|pasted?|pasting|piped?|piping)$/i;

/** The next sentence takes back what only seems so: "This looks risky. But …". */
export const TAKES_BACK = /^[^a-z\uE000]*(?:but|yet|still|however|nevertheless|nonetheless)(?![a-z-])/;

/** A part of several: "one of these is unsafe" condemns none of them by name. */
export const PARTITIVE = /(?<!\bnot\s)\b(?:one|some|two|three|many|most|few|half|several)\s+of\s+(?:the|these|those|them|my|your|our)(?:\s+[a-z-]+){0,3}\s*$/;

/** ", while convenient,": a remark between a subject and its predicate. */
export const CONCESSION = /,\s*(?:while|though|although|albeit|however|despite|even\s+(?:if|though)|in\s+general|of\s+course)\b[^,\uE000]{0,60},/g;

/** "nothing but", "anything but", "unless told otherwise": no turn. */
export const HARMLESS_TURN = /(?:nothing|anything|all|none|everything|everywhere|unless\s+[a-z]+)\s+$/;

/** "a dangerous but common pattern": between two adjectives of one noun nothing turns. */
export const ADJECTIVE_BEFORE = /\b(?:an?|the|this|that|these|those|such|some|one)\s+(?:[a-z-]+\s+)?[a-z-]+,?\s+$/;
export const ADJECTIVE_BEHIND = /^(?:but|though|although)\s+(?:[a-z]+ly\s+|very\s+|also\s+)?[a-z-]+,?\s+/;

/** "instead" as a turn, not "instead of". */
export const INSTEAD = /(?<![a-z-])instead(?![a-z-])(?!\s+of\b)/g;

/** "rather" as a turn, not "rather than". */
export const RATHER = /(?<![a-z-])rather(?=\s*,|\s+(?:than\b)?)(?!\s+than\b)/g;

/** "; the new one is X", "– here is the right way:": a side that presents the other, better thing. */
export const PRESENTS_BETTER = /(?:[;,—–]|\s-{1,2}(?=\s))\s{0,60}(?:(?:and|so|but)\s+)?(?:(?:(?:here(?:'s|\s+is)|this\s+is)\s+)?(?:the|our|an?)\s+(?:new|newer|current|correct|right|proper|official|better|best|good|supported|recommended|preferred|modern|safe|safer|stable|latest|working|maintained|signed)(?:\s+[a-z-]+){0,2}?(?:\s+is)?|here(?:'s|\s+is)\s+what\s+(?:works|to\s+(?:do|run|use)))(?=\s*[:：]|\s+["'“]?\uE000)/g;

/** "X pipes a script into a shell and | is dangerous": a verb phrase between a subject and its second predicate. */
const VERB_PHRASE = String.raw`\s+(?:[a-z]+ly\s+)?[a-z]+s\s+(?:(?!(?:that|which|who|while|if|because|so|unless|when|but)\s)[a-z\uE001'-]+\s+){0,12}[a-z\uE001'-]+,?\s+and(?:\s+(?:so|therefore|thus|hence|also|[a-z]+ly))?\s*$`;
export const FIRST_PREDICATE = new RegExp(String.raw`^["'”]*${VERB_PHRASE}`);
export const FIRST_PREDICATE_OF = new RegExp(String.raw`^[^a-z\uE000]*(?:so\s+|but\s+)?(?<subject>it|this|that)${VERB_PHRASE}`);

/** Presents what follows without an instruction: "The following command is shown on that site", "Here is the script from the mail". */
export const PRESENTS_NEXT = /\b(?:the\s+following|the\s+next\s+(?:command|line|step|snippet|block|script|example|one-liner|one)|below)\b|^\W*(?:here(?:'s|\s+(?:is|are))|this\s+is|these\s+are)\s+(?:what|how|the|an?|one|some|two|three)\b|\b(?:(?:i|we)(?:'ll|\s+will)?|let\s+me|let's)\s+(?:now\s+|first\s+)?(?:show|look\s+at)\b|^\W*(?:now|first|next|then)[\s,]+what\b|^\W*(?:now,?\s+)?(?:look\s+at|consider|take)\s+this\b/;

/** A turn word directly before a comma already begins the side. */
export const TURN_WORD_BEFORE = /(?<![a-z])(?:instead|rather|however|otherwise)\s*$/;

/** A manner that points ahead, where an object would stand: "never install like this:". */
export const MANNER_FORWARD = /^\s*(?:in\s+)?(?:like\s+(?:this|so|these|the\s+following)|this\s+way|the\s+following\s+way|as\s+(?:follows|below|in\s+the\s+following))/;

/** A manner that points back: "never install like that". */
export const MANNER_BACK = /^(?:\s+[a-z]+)?\s+(?:like\s+that|(?:in\s+)?that\s+way|(?:as|like)\s+(?:shown\s+|described\s+)?above)(?![a-z-])/;

/** Subjects that point back, at the end of a text: "…, running it". */
export const SUBJECT_BACK = /(?:^|[\s,(;:—–"'])(?:it|(?<=^\s*|[,(;:—–"']\s*|(?:and|but|so|because|think|say|as|since|or|now|again|although|though|while|however|yet|like|why|calls?|considers?|deems?|finds?)\s+)that|those|they|both|which|neither|the\s+(?:former|latter|first|second|last)(?:\s+one)?|doing\s+(?:so|that|it)|(?:running|using|executing|pasting|piping|copying|doing)\s+(?:it|that|them|those)|the\s+above|(?:all|none|neither|both|any|each|either|not\s+one)\s+of\s+(?:the\s+(?:above|two|three|four|lot)|those|them)|all\s+(?:two|three|four))(?:\s+(?:also|really|actually|all))?\s*$/;

/** "If you see this, don't run it": the condition shows the command. */
export const MEETS_IT = /\b(?:see|sees|find|finds|meet|meets|encounter|read|spot|notice|get|got|told|asks?|asked|tells|suggests?|recommends?|says)\b.{0,80}\b(?:this|these|that|it|following)(?:\s+[a-z-]+)?(?:\s+(?:in|on|at|from|inside)\s[a-z\s'-]{1,40})?[\s,]*$/;

/** "If you remember one thing: never run X", "if there is one thing you should never do": no condition. */
export const ONE_THING = /\bif\s+(?:there\b|you\s+(?:only\s+|just\s+)?(?:remember|take|learn|keep|follow|do|read|know)\b)[^,:]{0,40}\bone\s+(?:thing|rule|lesson|command|piece\s+of\s+advice)\b/;

/** A sentence that sums up: "Verdict: dangerous." */
export const CONCLUDES = /^[^a-z\uE000]*(?:(?:my|the|final|overall|security|safety)\s+){0,2}(?:verdict|conclusion|bottom\s+line|assessment|recommendation|tl;?\s?dr|in\s+(?:short|summary|conclusion|the\s+end)|all\s+in\s+all|overall|on\s+the\s+whole|to\s+sum\s+up)(?![a-z-])/;

/** Draws a conclusion from what was listed: "So please do not use it." */
export const INFERS = /^(?:so|therefore|thus|hence)\b/;

/** The heading of an explanation: "What it does", "Analysis". */
export const EXPLAINS = /^[^a-z]*(?:what\s+(?:it|this|that|happens|the\s+[a-z-]+\s+does)|how\s+it\s+works|(?:step[\s-]by[\s-]step\s+)?(?:explanation|analysis|breakdown|details|review|findings|walkthrough))\b/;

/** The reason behind "Unsafe:" speaks of what stands before it: "you can't see what it does", "runs unread code". */
export const REASON_OF_BEFORE = /^[\s*]*(?:it|its|this|that|these|they|you|we|anyone|anybody|whoever|there|no|nobody|nothing|because|since|plain|unverified|unsigned|(?!(?:always|[a-z]*ss)\b)[a-z]+s)(?=[\s'])/;

/** Behind "commands", "something": what they are said to be like. */
export const LIKENESS = /^\s+(?:like|similar\s+to|such\s+as)\s+(?:(?<either>this|these)|(?<back>(?:that|those|it)(?!\s+(?:in|on|from|of|at|that|which|you|we|they|are|is)\b)|the\s+(?:above|previous|preceding)|(?:the\s+)?[a-z-]+\s+above))(?![a-z-])/;

/** "anything but X", "any command except these": what is excepted is not meant. */
export const EXCEPTS = /\b(?:any|every|no|some|all)(?:thing|\s+(?:[a-z-]+\s+){0,2}[a-z-]+)?\s+(?:but|except|other\s+than|else\s+than|apart\s+from|besides)\b/;

/** A phrase of place or manner at the end of a subject: "running this | on your machine". */
export const TRAILING_PHRASE = /^\s+(?:from|on|in|at|into|onto|to|with|via|over|through|inside|under|within|directly|blindly|like)(?:\s+[a-z\uE001'-]+){0,6}\s*$/;

/** A sentence that goes on from what stands before it: "is dangerous because …". */
export const GOES_ON = /^\s*(?:is|are|was|should|must|can|may)\b/;

/** "Here is why …:", "… because:": the colon opens reasons, not commands. */
export const GIVES_REASONS = /\b(?:why|because|since|reasons?)\b/;

/** A condition that only the reader can tell: "if not, don't". */
export const UNMET = /(?:^|[\s(])if\s+(?:not|in\s+doubt|unsure|(?:you|it|they)(?:'re|\s+are|\s+is|'s|\s+do|\s+does)?(?:\s+not|n't)\b[^,]*)\s*,[^,]*$/;

/** The first of what was named, at the end of a subject or an object. */
export const FORMER = /\bthe\s+(?:former|first)(?:\s+[a-z-]+)?\s*$/;

/** One line of a block, at the end of a subject or an object. */
export const LINE = /\b(?:the\s+(?:very\s+)?(?<ordinal>first|second|third|last)\s+line|line\s+(?:no\.?\s+|number\s+)?(?<number>[123]))\s*$/;
export const ORDINALS = ["first", "second", "third"] as const;

/** Subjects that point either way: "doing this". */
export const SUBJECT_EITHER = /(?:^|[\s,(;:—–"'])(?:this|these|doing\s+this|(?:running|using|executing|pasting|piping|copying)\s+(?:this|these)|(?:all|none|neither|both|any|each|either|not\s+one)\s+of\s+these)(?:\s+(?:also|really|actually|all))?\s*$/;

/** Subjects that point ahead: "the following commands". */
export const SUBJECT_FORWARD = /(?:^|[\s,(;:—–])(?:the\s+following(?:\s+[a-z-]+){0,3}|the\s+next(?:\s+(?:\d|two|three|few))?\s+(?:command|line|step|snippet|block|script|example|one-liner|one)s?|what\s+follows|(?:the\s+)?[a-z-]+\s+below)\s*$/;

/** "can't recommend it enough". */
export const ENTHUSIASM = /^[^.]{0,200}?\b(?:enough|highly enough|more highly)\b/;

/** A negation directly before a condemning word. */
export const NEGATED = /(?:\bnot|n't|\bnever|\bcannot|\bno|\bless|\bnor|\bnon|\bhardly|\bwithout|\bnothing|\bneither|\bnobody|\bno\s+one|\bfar from|\bisn't|\btoo)[\s-]*(?:\uE002*\s*)(?:a|an|the|at all|so|that|very|really|any|be)?\s*$/;

/** Round a condemning word, before the command that is the measure of it: "as dangerous as X", "nothing is riskier than X". */
export const AS_BEFORE = /\bas\s+$/;
export const AS_BEHIND = /^\s+as\s+["'“‘«(]*$/;
export const THAN_BEHIND = /^\s+than\s+["'“‘«(]*$/;
export const NOTHING_BEFORE = /\b(?:nothing|(?:hardly|scarcely)\s+any[a-z]*|few\s+[a-z]+|no\s+(?!more\b|less\b)[a-z-]+)\b(?![^]*\bless\s+$)[^,;.]*$/;

/** The short answer to a question, by who gives it: "? No.", "?\nBot: yes". Groups: `no`, `yes`. */
export const ANSWER = /\?["'”)\s\u2029*_]{0,20}(?:(?:[\w.@-]{1,30}|(?:(?:the|my|our)\s)?(?:short|quick|simple|brief|honest)\s(?:answer|version)|tl;dr|in\s(?:short|brief|a\sword))\s?[:,—–-]\s{0,3})?[*_]{0,3}(?:(?:well|sadly|unfortunately|honestly|sorry|frankly),?\s)?(?:(?<no>no|nope|never|(?:absolutely|definitely|certainly|of\s+course|probably|better|rather|i'd\s+rather|i'd\s+say|i'm\s+afraid)\s+not|not\s+(?:at\s+all|really|remotely)|(?:it|this|that)(?:\s+is|'s)\s+not|(?:it|this|that)\s+isn't|i\s+don't\s+think\s+so)|(?<yes>yes|yep|yeah|absolutely|definitely|certainly|of\s+course|very(?:\s+much(?:\s+so)?)?|it\s+is))[*_]{0,3}(?=\s{0,3}(?:[,.!;:—–)\u2029]|$|-\s+))/;

/** A heading or a line of its own above an answer. */
export const ANSWER_LABEL = /^\W*(?:(?:the|my|our|short|official)\s)*(?:answer|reply|response|verdict)\W*$/;

/** Questions whose "no" forbids or condemns: "Should I run X?", "Is X safe?"; and whose "yes" does: "Is X dangerous?" */
export const ASKS_LEAVE = /(?:\b(?:(?:should|shall|may|would)\s+(?:i|you|we|one|people|users|anyone|anybody)|can\s+(?:i|you|we|one)(?=\s+(?:[a-z]+\s+)?trust\s))\s+(?:(?:[a-z]+ly|just|ever|even|still|go\s+ahead\s+and)\s+){0,3}|^[^a-z\uE000]*)(?:run|use|execute|paste|copy|trust|pipe|try|do|running|using|executing|pasting|copying|trusting|piping|trying)\s+(?:(?:the|this|a|commands?|scripts?|one-liners?|something|things?|like|such|as)\s+){0,4}["'“]?\uE000+(?!\uE000)["'”]?(?!.*\b(?:or|and|instead|rather|than|again|to|for|with)\b)(?!.*\uE000)/;
/** "Can I use X?", "should I install it with X?", "do you recommend X?": nothing is asked but whether. */
export const ASKS_MEANS = /\b(?:(?:should|can|could|may|shall)\s+(?:i|you|we|one)\s+(?:(?:just|still|also|simply|safely)\s+)?(?:run|use|execute|paste|copy|(?:install|set\s+up|deploy|update|upgrade|get|bootstrap)\s+(?:[a-z\uE001-]+\s+){0,4}?(?:with|via|using|through|from|by\s+[a-z]+ing))|do\s+you\s+(?:still\s+)?(?:recommend|suggest)(?:\s+(?:running|using))?)\s+(?:the\s+(?:command|one-liner)\s+)?["'“]?\uE000+["'”]?\s*$/;
export const ASKS_SAFETY = /\b(?:is|are)\s+(?:[a-z]+\s+){0,4}?(?:["'“]?\uE000+["'”]?\s+(?:[a-z]+ly\s+|still\s+)?(?:(?:the|a)\s+(?:right|correct|proper|recommended|safe|secure)\s+(?:way|method|approach|command|one-liner|installer|one|thing)(?:\s+to\s+[a-z]+(?:\s+[a-z\uE001]+){0,3})?|safe|secure|ok|okay|fine|a\s+good\s+(?:idea|practice)|recommended|advisable|wise|trustworthy|legit|harmless|allowed)(?:\s+to\s+(?:run|use|execute|paste|copy|trust))?|(?:safe|secure|ok|okay|fine|a\s+good\s+idea|recommended|advisable|wise|allowed)\s+to\s+(?:[a-z]+ly\s+|just\s+)?(?:run|use|execute|paste|copy|trust|pipe|do)\s+["'“]?\uE000+["'”]?)(?=(?:\s+(?:on|in|at|from|inside)(?:\s+[a-z]+){1,4})?\s*$)/;
export const ASKS_DANGER = /\b(?:is|are)\s+(?:[a-z]+\s+){0,4}?["'“]?\uE000+["'”]?\s+(?:[a-z]+ly\s+|still\s+)?(?:dangerous|unsafe|insecure|risky|wrong|bad|malicious|malware|a\s+(?:bad\s+(?:idea|practice)|security\s+risk|risk))\s*$/;

/** A caption: "On Linux:", "Listing 3: the old installer", "macOS:". */
export const LEADS_PLACE = /^[\s>*_]*(?:(?:on|in|with|via|using|under|from)\s+(?:[\w.+/-]+\s*){1,4}|(?:listing|figure|fig\.|example|snippet|variant|option)\s+[\w.]{1,5}(?:[:.–—-][^.!?:]{0,80})?|(?:linux|mac ?os|os x|windows|debian|ubuntu|fedora|arch|alpine|bash|zsh|sh|shell|curl|wget))[\s*_]*[:：]?[\s*_]*$/i;

/** By what a question names the block before or behind it. */
export const ASKED_OF = /\b(?:(?:any|all|either|one)\s+of\s+)?(?:(?:the|this|that|these|those)\s+(?:(?:above|following|whole)\s+)?(?:commands?|scripts?|one-liners?|lines?|snippets?|code)(?:\s+(?:above|below))?|the\s+(?:following|above)|this|that|it(?!\s+(?:[a-z]+\s+){1,4}?to\s+[a-z]+\s+(?:this|that|it|the|these)\b)|these|those|them)(?![a-z'])/;

/** ", which", ", and that": the clause before it is meant. */
export const SUMS_UP = /,\s{0,3}(?:which|(?:and|but|so)\s{1,3}(?:that|this))\s{0,3}$/;
/** A clause about what went before: "it runs as root", "running that gives anyone a shell". */
export const POINTS_BACK = /^[^a-z]*(?:(?:but|and|so|because|since|also|then|now|in\s+fact|of\s+course|note\s+that|yes|no),?\s+)*(?:it|its|this|that|they|these|those|which|both|the\s+(?:above|former|latter|first|second)|[a-z]+ing)\b/;

/** Asks what to think of a command: "Thoughts?", "Can I use this?", "Is this the right way?" */
export const ASKS_OPINION = /^(?:so |and |but |hi |hey )?(?:(?:can|should|may|could) (?:i|we|one) (?:[a-z]+ )?(?:run|use|do|trust|paste|try) (?:this|that|it|these)(?: [a-z]+){0,4}|(?:is|are|was|were) (?:this|that|it|these)(?: [a-z]+){0,8}|what (?:do you think|about (?:this|that|it))(?: [a-z]+){0,4}|(?:any )?(?:thoughts?|opinions?|comments?)|good|good idea|ok|okay|safe|fine|legit|right)$/;

/** A question that leaves the command out: "Should I?", "Safe?" */
export const ASKS_SHORTLY = /\b(?:should|shall|may)\s+(?:i|we|one)(?=\s*\?)/;
export const ASKS_WORD = /^[^a-z]*(?<word>(?:safe|secure|ok|okay|legit|recommended|a\s+good\s+idea|dangerous|unsafe|insecure|risky|malicious|malware|a\s+bad\s+idea)(?=\s*\?))/;

/** A question that takes its claim for granted: "why should you never …?". */
export const QUESTION_THAT_ASSERTS = /^[\s"'“(]*(?:q\d*\s*[:.)]\s*)?(?:so\s+)?(?:why\s+(?:should(?:n'?t)?|must(?:n'?t)?|is|are|you|one|never|we|to)|what\s+makes|(?:do|did)\s+you\s+know)\b/;

/** "it is a bad idea to …": "it" stands for what follows. */
export const EXTRAPOSED = /^(?:\s+(?:idea|practice|thing|habit|move))?\s+(?:to|that|if|when|not|for\s+[a-z]+\s+to)\b/;

/** A manner or place that points ahead. */
export const MANNER = /\b(?:like\s+(?:this|so|these)|this\s+way|as\s+follows|the\s+following|below)\b/;

/** The same where another thing is named: only what is said to be like a command. */
export const MANNER_OF_OTHER = /\b(?:(?:like|such\s+as)\s+(?:this|so|these|the\s+following)|this\s+way|as\s+follows|the\s+following\s+(?:way|manner))\b/;

/** What points at the lines above. */
export const ABOVE = /\b(?:above|previous|preceding)\b|\^/;

/** What points back by a name. */
export const NAMED = /\b(?:above|previous|preceding)\b|\b(?:this|that)\s+(?:[a-z-]+\s+)?(?:command|one-liner|script|installer|line|snippet|block|pipeline)\b/;

/** A side that begins with its purpose: "to fix a bad installation …". */
export const PURPOSE = /^\s*(?:to|for|instead)\s/;

/** "although every blog shows it:", "however tempting it looks:": takes nothing back, unless it speaks of what follows or offers something. */
export const CONCEDES_FACT = /^[\s,(—–-]*(?:but\s+)?(?:although|though|however(?=\s+[a-z]))\s+(?!(?:this|these|the\s+following|the\s+next|here)\b)(?![^]*\b(?:you|we)\s+(?:can|could|may|might|should|must)\b)/;

/** Recalls a command that was spoken of: "You wrote:", "This is the command you pasted:", "The line in question:", "Your one-liner," */
export const RECALLS = /^\W*(?:so,?\s+)?(?:for\s+reference[,:]?\s+)?(?:(?:this|here)(?:'s|\s+is)\s+(?:again\s+)?)?(?:the\s+(?:[a-z-]+\s+)?(?:command|one-liner|line|script|snippet|code)\s+(?:in\s+question|again)|your\s+(?:[a-z-]+\s+)?(?:command|one-liner|line|script|snippet)|(?:the\s+(?:[a-z-]+\s+)?(?:command|one-liner|line|script|snippet|code)\s+(?:that\s+)?)?you\s+(?:just\s+|have\s+|were\s+)?(?:wrote|pasted|posted|sent|found|quoted|mentioned|showed|shared|copied|given|asked\s+about|got))(?:\s+[a-z]+){0,4}\s*[:：,]?\s*$/;

/** Behind a noun: a verb of its own, "dangerous scripts | are blocked", "risky options | removed". */
export const OWN_PREDICATE = /^(?:\s+(?!(?:that|which|who|where|because|since|as|for)\b)[a-z-]+){0,3}?\s+(?:is|are|was|were|has|have|had|will|can|could|may|might|do|does|did|gets?|got|removed|blocked|rejected|skipped|disabled|fixed|dropped|denied|filtered|ignored|replaced)\b/;

/** Words that speak of several commands. */
export const SEVERAL = /\b(?:these|those|them|all|any|commands|lines|scripts|snippets|one-liners|ones|examples|both|either|things)\b/;

/** Before an elliptic prohibition stands nobody but the reader, or the thing itself. */
export const ADDRESSES = /^[^a-z\uE000]*(?:(?:it|this|that|these|they|please|you|we|one|i|so|but|and|just|should|must|is|are|'s|would|really|also)[\s,]*)*$/;

/** Behind a command: it is the subject of a sentence of its own. */
export const NEW_SUBJECT = /^["'”]*\s+(?:is|are|was|works|does|will|can|has|would|should)\b/;

/** "X as the old package is …": a reason with a subject of its own, not the part in which something acts. */
export const AS_REASON = /(?<![a-z])as\s+(?:the|our|their|its|most|many|this|these|those|other)\s+(?!(?:root|super|admin|user|current|default|regular|normal|same|first|last|second|only)\b|\uE000)[a-z]/;

/** Behind a command: a verb in the third person. */
export const THIRD_PERSON = /^["'”]*\s+(?:[a-z]+s|will|can|also|already|just)\b/;

/** Before a command: it is one more object ("don't use mirrors from forums or | X"). */
export const COORDINATED = /(?:(?:^|[\s,])(?:or|nor)|[^\s,]\sand)\s+(?:even\s+)?(?:worse,?\s+)?(?:(?:run|use|execute|paste|type)\s+)?["'“‘«(]*$/;

/** "do not", "would not" forbid only where a sentence or a side begins; elsewhere they say what is so: "some do not:". */
export const SAYS_WHAT_IS = /^(?:do|would)/;
export const IMPERATIVE_PLACE = /(?:^|[^a-z\s]|\b(?:please|but|and|so|just|really|also|simply))\s*$/;

/** "users who may not", "may or may not": said of somebody, or left open. */
export const STATED_OF = /\b(?:who|which|that|or|why)\s+(?:[a-z]+\s+)?$/;

/** Between a command and what forbids it: "X is | exactly what | you should not do", "X is | the kind of | command to avoid". */
export const COMPLEMENT = /(?<=\b(?:is|are)\s)(?:exactly\s|precisely\s|what\s|the\s(?:kind|sort|type)s?\sof\s|an?\s(?:[a-z]+\s)?example\sof\swhat\s){1,2}/g;

/** A list of commands and nothing else. */
export const LIST = /^(?:[\uE000\s,;"'“”()/&]|\band\b|\bor\b)*$/;

/** "neither X nor Y is …": a statement about them, unless it says what should be done. */
export const STATES = /^(?!.*\b(?:should|must|may)\b).*\b(?:is|are|was|were|will|has|have|can|does|needs?)\b/;

/** ", ok?": a request that ends like a question. */
export const QUESTION_TAG = /,\s*(?:ok|okay|right|please|will you|would you|all right|understood|got it|yes)\?["'”)\s]*$/;

/** "you can also use the package instead of this" offers another way and rejects none. */
export const OFFERS = /\b(?:can|could|may|might)\b/;

/** A prohibition that begins with a modal verb needs a subject before it. */
export const MODAL = /^(?:should|must|would|shall|ought|may)/;
