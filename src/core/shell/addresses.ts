/** What a word looks like that names something elsewhere, by the names that `#set! address` gives. */
const KINDS: Readonly<Record<string, RegExp>> = {
  // https://x/y
  url: /^(?:https?|ftp):\/\/./i,
  // x.example/y, localhost:80, :80/y: what a person would type for one
  host: /^(?:[a-z][a-z\d+.-]*:\/\/.|\[[\da-f:]+\]|localhost\b|:\d+\b|:\/|[\w-]+(?:\.[\w-]+)+(?::\d+)?(?:[/?]|$)|[\w-]+:\d+|<[^<>]+>|\{+[^{}]+\}+|%\w+%|[\w.-]+\/\S)/i,
  // what a browser takes for one and not for a file beside it: x.example/y.html, but neither y.html nor ./y.html
  site: /^(?:[a-z][a-z\d+.-]*:\/\/.|localhost\b|[\w-]+(?:\.[\w-]+)+(?:[:/?]|(?<!\.(?:x?html?|xml|txt|md))$)|<[^<>]+>|\{+[^{}]+\}+|%\w+%)/i,
  // git+https://x/y, git://x/y, git@x:y
  git: /^(?:git|hg|svn)(?:\+(?:https?|ssh|file))?:\/\/.|^(?:git\+)?ssh:\/\/.|^git@[\w.-]+[:/]./i,
  // github:o/r
  forge: /^(?:github|gitlab|bitbucket|gist|sourcehut):[^\s/]+(?:\/|$)/i,
  // o/r, but not @scope/name and not ./path
  repository: /^[\w-][\w.-]*\/[\w.-]+(?:#.+)?$/,
  // x.example/m@v
  module: /^[\w-]+(?:\.[\w-]+)+\/[^\s@]*@[^\s@]+$/,
  // tarball+https://x/y, git+https://x/y
  flake: /^(?:tarball\+|file\+|git\+|hg\+)?(?:https?|ssh|git):\/\/./i,
  // javascript:…, vbscript:… with an address in it
  script: /^(?:vbscript|javascript|about):.*(?:https?:|script:|XMLHTTP|GetObject|Execute|eval|\.Run\b)/is,
  //\share\x.dll
  share: /^\\{1,4}[\w.-]+(?:@\w+)?\\{1,2}[^\\]/,
  // tcp:x:80
  socket: /^(?:tcp|udp|openssl|ssl|sctp|socks\w*|proxy|ws|unix)[46]?(?:-(?:connect|listen|l|recv\w*))?:./i,
  // s3://x/y
  bucket: /^[a-z][a-z\d]*:\/\/./,
  // 80
  port: /^\d{1,5}$/,
};

/** Whether a word is an address of one of the kinds; one whose value is not known may be. */
export function canBe(kinds: readonly string[], word: string | null): boolean {
  return word === null || word.startsWith("\uFFFC") || kinds.some((kind) => KINDS[kind]?.test(word) === true);
}

/** The same for a word that has to show it. */
export function isAddress(kinds: readonly string[], word: string | null): boolean {
  return word !== null && kinds.some((kind) => KINDS[kind]?.test(word) === true);
}
