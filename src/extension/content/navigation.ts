/** Counts navigations within the page: a change of path or query, or a page that comes back from the history cache. */
export class Navigations {
  private place: string;
  private count = 0;

  constructor(private readonly location: Pick<Location, "pathname" | "search">) {
    this.place = this.read();
  }

  get current(): number {
    return this.count;
  }

  /** Checks the address; returns whether it changed. */
  check(): boolean {
    const place = this.read();
    if (place === this.place) return false;
    this.place = place;
    this.count++;
    return true;
  }

  /** Counts a navigation that does not change the address. */
  force(): void {
    this.count++;
  }

  private read(): string {
    return `${this.location.pathname}${this.location.search}`;
  }
}
