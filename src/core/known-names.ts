/** Names that one part of a document makes known to others, and the parts in which they were not searched for. */
export abstract class KnownNames {
  /** The names, which are kept when the document is read again. */
  protected readonly names = new Set<string>();
  /** Parts of the document that were not read, because they do not pass the gate. */
  protected readonly unread: string[] = [];

  /** Whether a text may use one of the names. */
  abstract mentions(text: string): boolean;

  /** Discards everything except the names, for another reading of the document. */
  abstract again(): void;

  get nameCount(): number {
    return this.names.size;
  }

  /** Records a part of the document that is not read: it may use a name that another part makes known. */
  addUnread(part: string): void {
    this.unread.push(part);
  }

  /** Whether a part of the document that was not read may use one of the names. */
  get areNamedElsewhere(): boolean {
    return this.names.size > 0 && this.unread.some((part) => this.mentions(part));
  }
}
