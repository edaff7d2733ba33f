import { Downloads } from "../downloads.js";
import type { Lowered } from "../code/powershell/lower-powershell.js";
import { DocumentFiles } from "../shell/document-files.js";
import type { Source } from "../source.js";
import type { Span } from "../model.js";

/** What the regions of one document have in common: its files, and what was read of it so far. */
export class DocumentState {
  /** The files that its commands download. */
  readonly downloads = new Downloads();
  /** The files with known text, and the FIFOs, of its commands. */
  readonly files = new DocumentFiles();
  /** Lowered scripts by their text, because a document may be read again. */
  readonly lowered = new Map<string, Lowered>();
  /** The parts that are read as PowerShell separately. */
  private readonly powershell: Span[] = [];

  constructor(readonly text: string) {}

  /** Records a part that is not read, because it does not pass the gate: it may run a file that another part writes. */
  addUnread(part: string): void {
    this.downloads.addUnread(part);
    this.files.addUnread(part);
  }

  /** Whether a part names a file that was downloaded, or written with known text. */
  namesFile(part: string): boolean {
    return this.downloads.mentions(part) || this.files.mentions(part);
  }

  /** Whether a part that was not read names a file that was downloaded, or written with known text. */
  get isNamedElsewhere(): boolean {
    return this.downloads.areNamedElsewhere || this.files.areNamedElsewhere;
  }

  /** The number of names of files that were downloaded, or written with known text. */
  get nameCount(): number {
    return this.downloads.nameCount + this.files.nameCount;
  }

  /** Begins another reading of the document, in which only the names of its files are known. */
  again(): void {
    this.downloads.again();
    this.files.again();
  }

  /** Records that a part is read as PowerShell. */
  addPowershell(source: Source): void {
    this.powershell.push(source.origin(0, source.text.length));
  }

  /** Whether a text is in a part of the document that is read as PowerShell separately. */
  isPowershell(source: Source): boolean {
    const [start, end] = source.origin(0, source.text.length);
    return this.powershell.some((span) => span[0] <= start && end <= span[1]);
  }
}
