/** Counts navigations within the page: a change of path or query, or a page that comes back from the history cache. */
export class Navigations {
  private lastUrl: string;
  private count = 0;

  constructor(private readonly location: Pick<Location, "pathname" | "search">) {
    this.lastUrl = this.read();
  }

  get current(): number {
    return this.count;
  }

  /** Counts a navigation if the path or the query of the URL has changed; returns whether it has. */
  check(): boolean {
    const url = this.read();
    if (url === this.lastUrl) return false;
    this.lastUrl = url;
    this.count++;
    return true;
  }

  /** Counts a navigation that does not change the URL. */
  force(): void {
    this.count++;
  }

  private read(): string {
    return `${this.location.pathname}${this.location.search}`;
  }
}
