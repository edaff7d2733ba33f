import type { Node } from "./syntax.js";

/** Parameters of the web commands without a value; any beginning of one counts. */
const SWITCHES = ["usebasicparsing", "usedefaultcredentials", "disablekeepalive", "skipcertificatecheck", "skipheadervalidation", "skiphttperrorcheck", "allowunencryptedauthentication", "allowinsecureredirect", "noproxy", "passthru", "preserveauthorizationonredirect", "proxyusedefaultcredentials", "resume", "verbose", "debug"];
const VALUED = ["authentication", "body", "certificate", "certificatethumbprint", "connectiontimeoutseconds", "contenttype", "credential", "custommethod", "erroraction", "ea", "form", "headers", "httpversion", "infile", "maximumredirection", "maximumretrycount", "method", "operationtimeoutseconds", "outfile", "outvariable", "proxy", "proxycredential", "retryintervalsec", "sessionvariable", "sslprotocol", "timeoutsec", "token", "transferencoding", "useragent", "websession", "warningaction"];

/** Whether a web command puts out what it fetches: an address stands there, and no option sends the answer elsewhere or asks for none. */
export function isFetched(args: readonly Node[]): boolean {
  let address = false;
  for (let at = 0; at < args.length; at++) {
    const arg = args[at];
    if (arg === undefined) break;
    const name = arg.kind === "text" && !arg.quoted ? (/^[-\u2013\u2014]([A-Za-z]+):?$/.exec(arg.text)?.[1]?.toLowerCase() ?? null) : null;
    if (name === null) address ||= canBeAddress(arg);
    else if ("uri".startsWith(name)) address ||= canBeAddress(args[++at]);
    else if (SWITCHES.some((each) => each.startsWith(name))) continue;
    else {
      const option = VALUED.find((each) => each.startsWith(name));
      const value = option === undefined ? undefined : args[++at];
      if (option === "outfile" && !args.some((each) => each.kind === "text" && /^-pass/i.test(each.text))) return false;
      if (option === "method" && value?.kind === "text" && /^head$/i.test(value.text)) return false;
    }
  }
  return address;
}

/** The file that a web command or a transfer writes; null where none is named. */
export function writtenFile(args: readonly Node[], option: "outfile" | "destination"): string | null {
  const at = args.findIndex((arg) => arg.kind === "text" && !arg.quoted && arg.text.length > 2 && /^-[a-z]+$/i.test(arg.text) && `-${option}`.startsWith(arg.text.toLowerCase()));
  const file = at < 0 ? undefined : args[at + 1];
  return file?.kind === "text" ? file.text : null;
}

/** A lone ellipsis names no address. */
function canBeAddress(node: Node | undefined): boolean {
  return node !== undefined && !(node.kind === "text" && /^(?:\.{2,}|\u2026|-.*|)$/.test(node.text));
}
