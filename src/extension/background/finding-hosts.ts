/** Options that change neither what is fetched nor what is executed. */
const LONG_OPTIONS = String.raw`--(?:fail|silent|show-error|location|quiet|https-only|tlsv1(?:\.\d)?)|--output-document=-`;
const HARMLESS_OPTIONS = String.raw`(?:\s+(?:-[fsSLqv#]+|-[fsSLq]*O\s?-|${LONG_OPTIONS}|--proto\s+["']?=https["']?|-useb|-UseBasicParsing))*`;
const FETCHER = String.raw`(?<![\w./-])(?:curl|wget|irm|iwr|Invoke-RestMethod|Invoke-WebRequest)(?![\w.-])`;
const URL_PATTERN = String.raw`["']?https:\/\/(?<host>[A-Za-z0-9.-]+(?::\d+)?)(?=[/?#"'\s|)]|$)[^\s"'\`<>|()\\{}$]*["']?(?=$|[\s|;)])`;
const FETCH = new RegExp(`${FETCHER}${HARMLESS_OPTIONS}\\s+${URL_PATTERN}`, "g");

/**
 * Returns the distinct hosts, in lower case, from which a finding fetches; null if they are not certain, for example because of a
 * decoded payload, a variable, an option with a value or a URL without https. Only certain hosts can be marked as known.
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
  const urlCount = text.match(/\w+:\/\//g)?.length ?? 0;
  const fetcherCount = text.match(new RegExp(FETCHER, "g"))?.length ?? 0;
  return hosts.length > 0 && hosts.length === urlCount && hosts.length === fetcherCount
    ? [...new Set(hosts)]
    : null;
}
