const ADDRESS =
  /\b[a-z][a-z0-9+.-]*:\/\/(?:[^\s/?#@'"`<>|;)]*@)?(\[[0-9a-f:.]+\]|[a-z0-9_-]+(?:\.[a-z0-9_-]+)*)/gi;
/** `curl get.example/i.sh`: an operand without a scheme that has a domain and a path or an end. */
const BARE =
  /(?:^|[\s'"])((?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,24})(?::\d+)?(?:\/|(?=[\s'"|)]|$))/gi;
const FILE = /\.(?:sh|bash|py|js|mjs|ts|rb|pl|php|txt|gz|tgz|tar|zip|json|yml|yaml|md|html?)$/i;

/** Returns the hosts in a finding's text, in lower case, each once; `(none)` if there is no host. */
export function hostsOf(text: string): string[] {
  const hosts = new Set([...text.matchAll(ADDRESS)].map(([, host = ""]) => host.toLowerCase()));
  if (hosts.size === 0) {
    for (const [, host = ""] of text.matchAll(BARE))
      if (!FILE.test(host)) hosts.add(host.toLowerCase());
  }
  return hosts.size === 0 ? ["(none)"] : [...hosts];
}
