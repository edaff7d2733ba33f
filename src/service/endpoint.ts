/** A service elsewhere. */
export interface Endpoint {
  /** Returns the address of one of its resources. */
  at(path: string): URL;
  /** The data in every request to it. */
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Splits an address of the configuration: `fetch` rejects one with a user and a password, and a query, which may be a key,
 * belongs to every resource.
 */
export function endpointOf(address: string, token?: string): Endpoint {
  const base = new URL(address);
  const authorization = token === undefined ? basicOf(base) : `Bearer ${token}`;
  base.username = base.password = base.hash = "";
  return {
    at: (path) => {
      const url = new URL(base);
      url.pathname = base.pathname.replace(/\/+$/, "") + path;
      return url;
    },
    headers: authorization === undefined ? {} : { authorization },
  };
}

function basicOf({ username, password }: URL): string | undefined {
  if (username === "" && password === "") return undefined;
  return `Basic ${Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`).toString("base64")}`;
}
