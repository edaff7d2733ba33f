import { Downloads } from "../downloads.js";
import type { Lowered } from "../code/powershell/lower-powershell.js";
import { DocumentDefinitions } from "../shell/document-definitions.js";
import { DocumentFiles } from "../shell/document-files.js";
import type { Source } from "../source.js";
import type { Span } from "../model.js";

/** What the regions of one document have in common: its files, and what was read of it so far. */
export class DocumentState {
  /** The files that its commands download. */
  readonly downloads = new Downloads();
  /** The files with known text, and the FIFOs, of its commands. */
  readonly files = new DocumentFiles();
  /** The functions and variables that its shell blocks define for later ones. */
  readonly definitions = new DocumentDefinitions();
  private readonly named = [this.downloads, this.files, this.definitions];
  /** Lowered scripts by their text, because a document may be read again. */
  readonly lowered = new Map<string, Lowered>();
  /** The parts that are read as PowerShell separately. */
  private readonly powershell: Span[] = [];

  constructor(readonly text: string) {}

  /**
   * Records a part that is not read, because it does not pass the gate: it may run a file that another part writes, or use what another
   * part defines.
   */
  addUnread(part: string): void {
    for (const each of this.named) each.addUnread(part);
  }

  /** Whether a part names a file that was downloaded or written with known text, or a definition. */
  namesOther(part: string): boolean {
    return this.named.some((each) => each.mentions(part));
  }

  /** Whether a part that was not read names such a file or a definition. */
  get areNamedElsewhere(): boolean {
    return this.named.some((each) => each.areNamedElsewhere);
  }

  /** The number of names of such files, and of definitions. */
  get nameCount(): number {
    return this.named.reduce((count, each) => count + each.nameCount, 0);
  }

  /** Begins another reading of the document, in which only the names of its files and definitions are known. */
  again(): void {
    for (const each of this.named) each.again();
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
