/**
 * Names of programs and functions that fetch, decode or run code. The shell checks a line only if it contains one of them or of
 * {@link PHRASES}, so that other lines start no process. The expressions mean the same in POSIX, PCRE and .NET.
 */
const WORDS = [
  "curl",
  "wget",
  "https?",
  "xhs?",
  "curlie",
  "GET",
  "lwp-request",
  "lynx",
  "w3m",
  "e?links",
  "nc",
  "ncat",
  "netcat",
  "socat",
  "fetch",
  "aria2c",
  "axel",
  "t?ftp",
  "openssl",
  "gcloud",
  "gsutil",
  "rclone",
  "mc",
  "ipfs",
  "svn",
  "irm",
  "iwr",
  "iex",
  "Invoke-[A-Za-z]+",
  "DownloadString",
  "powershell",
  "PowerShell",
  "pwsh",
  "base32",
  "basenc",
  "xxd",
  "uudecode",
  "gpg",
  "eval",
  "atob",
  "fromhex",
  "unhexlify",
  "mshta",
  "regsvr32",
  "rundll32",
  "wmic",
  "msiexec",
  "jbang",
  "requests",
  "httpx",
  "urllib[a-z0-9]*",
  "urlopen",
];

/** Expressions for common words that are relevant only before other text, each after a simpler one that matches at least the same lines. */
const PHRASES: readonly (readonly [hint: string, phrase: string])[] = [
  ["ase64|BASE64", "[Bb]ase64|BASE64"],
  ["://", "://"],
  ["/dev/", "/dev/(tcp|udp)/"],
  ["echo +-", "echo +-[neE]*e"],
  ["tr +", "tr +['\"]?[A-Za-z0-9]"],
  ["printf", "printf .*\\\\[x0-7]"],
  ["ssh|dig|rev|gh|aws|az", "(ssh|dig|rev|gh|aws|az) .*[|)`]"],
  ["git +archive", "git +archive"],
  // harmless commands use neither empty quotes, escapes and backticks inside a word, nor $'…' and $IFS
  ["''|\"\"|\\\\|`", "[A-Za-z](''|\"\"|\\\\|`)[A-Za-z]"],
  ["\\$'|IFS", "\\$'|\\$\\{?IFS"],
  [
    "npx|bunx|dlx|npm +exec|pipx|uvx|uv +run|deno|go +run",
    "(npx|bunx|dlx|npm +exec|pipx +run|uvx|uv +run|deno +run|go +run) .*[/:]",
  ],
  ["nix +", "nix +(run|develop|shell) "],
];

/** Matches the lines that the shell checks. */
export const TRIGGER = `(^|[^A-Za-z0-9_-])(${WORDS.join("|")})([^A-Za-z0-9_]|$)|${PHRASES.map(([, phrase]) => phrase).join("|")}`;

/**
 * Matches every line that {@link TRIGGER} matches, and some others. Shells compile POSIX expressions again for each line, and this one
 * compiles ten times as fast because it has no bracket expressions.
 */
export const HINT = [
  ...WORDS.map((word) => word.replace("[A-Za-z]+", "").replace("[a-z0-9]*", "")),
  ...PHRASES.map(([hint]) => hint),
].join("|");
