/**
 * Patterns for lines that are checked: an address, or a word that fetches, decodes or runs code. The shell itself matches it, so
 * that other lines start no process. Written so that POSIX, PCRE and .NET read it alike.
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

/** Common words that are relevant only with what follows them, each with the part that any such line contains. */
const PHRASES: readonly (readonly [holds: string, phrase: string])[] = [
  ["ase64|BASE64", "[Bb]ase64|BASE64"],
  ["://", "://"],
  ["/dev/", "/dev/(tcp|udp)/"],
  ["echo +-", "echo +-[neE]*e"],
  ["tr +", "tr +['\"]?[A-Za-z0-9]"],
  ["printf", "printf .*\\\\[x0-7]"],
  ["ssh|dig|rev|gh|aws|az", "(ssh|dig|rev|gh|aws|az) .*[|)`]"],
  ["git +archive", "git +archive"],
  // quotes, escapes and ticks inside a word, and its letters as numbers or its blanks in a variable: no harmless command is
  // written so
  ["''|\"\"|\\\\|`", "[A-Za-z](''|\"\"|\\\\|`)[A-Za-z]"],
  ["\\$'|IFS", "\\$'|\\$\\{?IFS"],
  [
    "npx|bunx|dlx|npm +exec|pipx|uvx|uv +run|deno|go +run",
    "(npx|bunx|dlx|npm +exec|pipx +run|uvx|uv +run|deno +run|go +run) .*[/:]",
  ],
  ["nix +", "nix +(run|develop|shell) "],
];

export const TRIGGER = `(^|[^A-Za-z0-9_-])(${WORDS.join("|")})([^A-Za-z0-9_]|$)|${PHRASES.map(([, phrase]) => phrase).join("|")}`;

/**
 * A part of every line that {@link TRIGGER} matches. The expressions of POSIX are compiled again for each line, and their
 * bracketed sets cost ten times what these letters do.
 */
export const HINT = [
  ...WORDS.map((word) => word.replace("[A-Za-z]+", "").replace("[a-z0-9]*", "")),
  ...PHRASES.map(([hint]) => hint),
].join("|");
