/** Matches a URL up to its host. */
const URL_HOST =
  /\b[a-z][a-z0-9+.-]*:\/\/(?:[^\s/?#@'"`<>|;)]*@)?(\[[0-9a-f:.]+\]|[a-z0-9_-]+(?:\.[a-z0-9_-]+)*)/gi;
/** Matches the host of a URL without a scheme, as in `curl get.example/i.sh`: a domain before a path or the end of a word. */
const BARE_HOST =
  /(?:^|[\s'"])((?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,24})(?::\d+)?(?:\/|(?=[\s'"|)]|$))/gi;
/** Matches the extension of a file name that looks like a domain. */
const FILE_NAME =
  /\.(?:sh|bash|py|js|mjs|ts|rb|pl|php|txt|gz|tgz|tar|zip|json|yml|yaml|md|html?)$/i;

/** Returns the hosts in a finding's text, in lower case, each once; `(none)` if there is no host. */
export function hostsOf(text: string): string[] {
  const hosts = new Set([...text.matchAll(URL_HOST)].map(([, host = ""]) => host.toLowerCase()));
  if (hosts.size === 0) {
    for (const [, host = ""] of text.matchAll(BARE_HOST))
      if (!FILE_NAME.test(host)) hosts.add(host.toLowerCase());
  }
  return hosts.size === 0 ? ["(none)"] : [...hosts];
}
