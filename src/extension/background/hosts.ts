/** Options that change neither what is fetched nor what is executed. */
const LONG_OPTIONS = String.raw`--(?:fail|silent|show-error|location|quiet|https-only|tlsv1(?:\.\d)?)|--output-document=-`;
const HARMLESS = String.raw`(?:\s+(?:-[fsSLqv#]+|-[fsSLq]*O\s?-|${LONG_OPTIONS}|--proto\s+["']?=https["']?|-useb|-UseBasicParsing))*`;
const FETCHER = String.raw`(?<![\w./-])(?:curl|wget|irm|iwr|Invoke-RestMethod|Invoke-WebRequest)(?![\w.-])`;
const ADDRESS = String.raw`["']?https:\/\/(?<host>[A-Za-z0-9.-]+(?::\d+)?)(?=[/?#"'\s|)]|$)[^\s"'\`<>|()\\{}$]*["']?(?=$|[\s|;)])`;
const FETCH = new RegExp(`${FETCHER}${HARMLESS}\\s+${ADDRESS}`, "g");

/**
 * Returns the hosts from which a finding fetches, or null if they are not certain, as with a decoded payload, a variable, an option
 * with a value or a URL without https. Only certain hosts can be marked as known.
 */
export function hostsOf({
  rule,
  text,
}: {
  readonly rule: string;
  readonly text: string;
}): string[] | null {
  if (rule.includes("decode") || /\$(?!\()|`/.test(text)) return null;
  const hosts = Array.from(text.matchAll(FETCH), ({ groups = {} }) =>
    (groups["host"] ?? "").toLowerCase(),
  );
  const addresses = text.match(/\w+:\/\//g)?.length ?? 0;
  const fetchers = text.match(new RegExp(FETCHER, "g"))?.length ?? 0;
  return hosts.length > 0 && hosts.length === addresses && hosts.length === fetchers
    ? [...new Set(hosts)]
    : null;
}
