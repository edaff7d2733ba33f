/** The parts of generated pipelines and substitutions. The effect of a part on the verdict is derived from the contract. */

/** The command line of a fetcher. */
export interface Fetch {
  readonly name: string;
  /** The arguments, in which `URL` is replaced by one of `addresses`. */
  readonly options: string;
  /** Where the fetched bytes go; `none` if nothing is fetched. */
  readonly output: "stdout" | "file" | "none";
}

const curlOptions: readonly (readonly [options: string, output: Fetch["output"]])[] = [
  ["-fsSL URL", "stdout"],
  ["URL", "stdout"],
  ["-sSL --proto '=https' --tlsv1.2 URL", "stdout"],
  ["-o- URL", "stdout"],
  ["-so - URL", "stdout"],
  ["--output=- URL", "stdout"],
  ["--output /dev/stdout URL", "stdout"],
  ["URL -o /dev/fd/1", "stdout"],
  ["-H '-o f' URL", "stdout"],
  ["-H -O URL", "stdout"],
  ["-HX-A:1 URL", "stdout"],
  ["-A -O URL", "stdout"],
  ["-b --head URL", "stdout"],
  ["-d @body.json -X POST URL", "stdout"],
  ["-u user:pass -x http://p:1 URL", "stdout"],
  ["-o a URL URL", "stdout"],
  ["-O URL URL", "stdout"],
  ["-o a URL --next URL", "stdout"],
  ["-w '%{http_code}' URL", "stdout"],
  ["-- URL", "stdout"],
  ["--url URL", "stdout"],
  ["-o f URL", "file"],
  ["-of URL", "file"],
  ["-fsSLo f URL", "file"],
  ["--output=f URL", "file"],
  ["--output f URL", "file"],
  ["URL --output f", "file"],
  ["-O URL", "file"],
  ["-sLO URL", "file"],
  ["--remote-name URL", "file"],
  ["--remote-name-all URL URL", "file"],
  ["-A agent -O URL", "file"],
  ["-o a URL --next -o b URL", "file"],
  ["-D - -o f URL", "file"],
  ["-I URL", "none"],
  ["--head URL", "none"],
  ["--help", "none"],
  ["-sV", "none"],
  ["-K f URL", "none"],
  ["--config=f URL", "none"],
  ["URL --output", "none"],
  ["-fsSL", "none"],
  ["...", "none"],
];

const wgetOptions: readonly (readonly [options: string, output: Fetch["output"]])[] = [
  ["-qO- URL", "stdout"],
  ["-O- URL", "stdout"],
  ["-q -O - URL", "stdout"],
  ["-O-  URL", "stdout"],
  ["--output-document=- URL", "stdout"],
  ["--output-document /dev/stdout URL", "stdout"],
  ["-nv -O- URL", "stdout"],
  ["--header -O -qO- URL", "stdout"],
  ["-o -O -O- URL", "stdout"],
  ["-O f -O - URL", "stdout"],
  ["-qO- -i list.txt", "stdout"],
  ["-c -qO- URL", "stdout"],
  ["URL", "file"],
  ["-q URL", "file"],
  ["-O f URL", "file"],
  ["-Of URL", "file"],
  ["-O- -O f URL", "file"],
  ["--output-document=f URL", "file"],
  ["-P dir URL", "file"],
  ["--header -O- URL", "file"],
  ["--spider -O- URL", "none"],
  ["--version", "none"],
  ["-qO-", "none"],
];

export const fetches: readonly Fetch[] = [
  ...curlOptions.map(([options, output]) => ({ name: "curl", options, output })),
  ...wgetOptions.map(([options, output]) => ({ name: "wget", options, output })),
];

export const addresses: readonly string[] = [
  "https://get.example.com/i.sh",
  "get.example.com",
  '"https://x.example/$V"',
  "'https://x.example/a?b=1&c=2'",
  "$URL",
  '"$1"',
  "http://192.0.2.1:8000/i",
  '"$(cat url.txt)"',
];

/** Functions that return spellings of a command's name that run the same command. */
export const spellings: readonly ((word: string) => string)[] = [
  (word) => word,
  (word) => `"${word}"`,
  (word) => `'${word}'`,
  (word) => `${word.slice(0, 1)}""${word.slice(1)}`,
  (word) => `\\${word}`,
  (word) => `${word.slice(0, -1)}\\${word.slice(-1)}`,
  (word) => `/usr/bin/${word}`,
  (word) => `$'\\x${word.charCodeAt(0).toString(16)}${word.slice(1)}'`,
];

/** Redirects after the fetcher, and whether the fetcher still writes to standard output. */
export const redirects: readonly (readonly [text: string, passesOutput: boolean])[] = [
  ["", true],
  [" 2>/dev/null", true],
  [" 2>&1", true],
  [" >/dev/stdout", true],
  [" 2> err.log", true],
  [" >&1", true],
  [" > f", false],
  [" >> f", false],
  [" >| f", false],
  [" &> f", false],
  [" 1>f", false],
  [" >&2", false],
  [" 2>&1 > f", false],
];

/** Commands between the fetcher and the receiver, and whether they pass the fetched bytes to their standard output. */
export const stages: readonly (readonly [text: string, passesOutput: boolean])[] = [
  ["", true],
  ["| tee f ", true],
  ["| gunzip ", true],
  ["| sed -e 's/a/b/' ", true],
  ["| jq -r .cmd ", true],
  ["| grep -v '^#' | tr -d '\\r' ", true],
  ["2>&1 | cat ", true],
  ["| tee f > g ", false],
  ["| sed s/a/b/ >&2 ", false],
];

/** What may precede a command: nothing, wrappers that run it, or assignments. */
export const wrappers: readonly string[] = [
  "",
  "sudo ",
  "sudo -E ",
  "sudo -u root -H ",
  "sudo --preserve-env=A,B -- ",
  "doas ",
  "env ",
  "env -i A=1 ",
  'A=1 B="x y" ',
  "command ",
  "exec ",
  "nohup ",
  "time ",
  "nice -n 5 ",
  "timeout 30 ",
  "timeout -k 5 1m ",
  "stdbuf -oL ",
  "busybox ",
  "docker exec -i web ",
  "kubectl exec -i pod -- ",
  "setsid ",
  "ionice -c 3 ",
];

/** The command that receives the fetched bytes: an interpreter, or another program, with its arguments. */
export interface Receiver {
  readonly word: string;
  /** The arguments with a space before them, or an empty string. */
  readonly arguments: string;
  /** Whether the command executes its standard input as a program. */
  readonly readsProgram: boolean;
}

const shellArguments: readonly (readonly [string, boolean])[] = [
  ["", true],
  [" -", true],
  [" -s", true],
  [" -s -- --yes", true],
  [" -x", true],
  [" -e -u", true],
  [" -o pipefail", true],
  [" /dev/stdin", true],
  [" -s local.sh", true],
  [" local.sh", false],
  [" -x local.sh", false],
  [" - local.sh", false],
  [" -- local.sh", false],
  [" -c 'echo hi'", false],
  [" --version", false],
  [" < local.sh", false],
];
const pythonArguments: readonly (readonly [string, boolean])[] = [
  ["", true],
  [" -", true],
  [" -u -", true],
  [" -W ignore", true],
  [" - a b", true],
  [" /dev/stdin", true],
  [" -m json.tool", false],
  [" report.py", false],
  [" -W ignore report.py", false],
  [" -c 'print(1)'", false],
  [" -V", false],
];
const nodeArguments: readonly (readonly [string, boolean])[] = [
  ["", true],
  [" -", true],
  [" - a", true],
  [" -r dotenv/config", true],
  [" --input-type=module", true],
  [" transform.js", false],
  [" -r x transform.js", false],
  [" -e '1'", false],
  [" --version", false],
];

/** Returns each command with each list of arguments. */
function combined(
  words: readonly string[],
  list: readonly (readonly [string, boolean])[],
): Receiver[] {
  return words.flatMap((word) =>
    list.map(([text, readsProgram]) => ({ word, arguments: text, readsProgram })),
  );
}

export const receivers: readonly Receiver[] = [
  ...combined(["sh", "bash", "zsh"], shellArguments),
  ...combined(["python3"], pythonArguments),
  ...combined(["node"], nodeArguments),
  // programs that are not interpreters in the contract
  ...combined(
    ["dash", "perl", "jq", "SH", "Bash", "deploy.sh", "./install.sh", "less"],
    [["", false]],
  ),
];
