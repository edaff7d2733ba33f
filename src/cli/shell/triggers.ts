/**
 * What a line has to hold before curlew is asked: an address, or a word that fetches, decodes or runs code. It is matched in the shell
 * itself, so that any other line starts no process. Written so that POSIX, PCRE and .NET read it alike.
 */
const WORDS = [
  "curl", "wget", "https?", "xhs?", "curlie", "GET", "lwp-request", "lynx", "w3m", "e?links", "nc", "ncat", "netcat", "socat", "fetch", "aria2c", "axel", "t?ftp",
  "openssl", "gcloud", "gsutil", "rclone", "mc", "ipfs", "svn", "irm", "iwr", "iex", "Invoke-[A-Za-z]+", "DownloadString", "powershell", "PowerShell", "pwsh",
  "base32", "basenc", "xxd", "uudecode", "gpg", "eval", "atob", "fromhex", "unhexlify", "mshta", "regsvr32", "rundll32", "wmic", "msiexec", "jbang", "requests", "httpx", "urllib[a-z0-9]*", "urlopen",
];

/** Words that are everyday ones unless something stands behind them. */
const PHRASES = [
  "[Bb]ase64", "BASE64", "://", "/dev/(tcp|udp)/", "echo +-[neE]*e", "tr +['\"]?[A-Za-z0-9]", "printf .*\\\\[x0-7]", "(ssh|dig|rev|gh|aws|az) .*[|)`]", "git +archive",
  "(npx|bunx|dlx|npm +exec|pipx +run|uvx|uv +run|deno +run|go +run) .*[/:]", "nix +(run|develop|shell) ",
];

export const TRIGGER = `(^|[^A-Za-z0-9_-])(${WORDS.join("|")})([^A-Za-z0-9_]|$)|${PHRASES.join("|")}`;
