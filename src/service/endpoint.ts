/** A remote HTTP service. */
export interface Endpoint {
  /** Returns the URL of a path of the service. */
  at(path: string): URL;
  /** Sent with every request to the service. */
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Returns the endpoint of a URL in the configuration. The token becomes a header; without a token, the user and the password do, because
 * `fetch` rejects them in a URL. A query, which may be a key, is kept in the URL of every request.
 */
export function endpointOf(baseUrl: string, token?: string): Endpoint {
  const base = new URL(baseUrl);
  const authorization = token === undefined ? basicAuthorization(base) : `Bearer ${token}`;
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

function basicAuthorization({ username, password }: URL): string | undefined {
  if (username === "" && password === "") return undefined;
  return `Basic ${Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`).toString("base64")}`;
}
