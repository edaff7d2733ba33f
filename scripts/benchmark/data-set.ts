/** One text, or one skill, with its publisher's label. */
export interface LabelledCase {
  /** The path of the case in the data set, followed by `#` and an id or number if a file contains several cases. */
  readonly pointer: string;
  /** The name of the group to which the case belongs, such as a publisher, a campaign or a type of program. */
  readonly group: string;
  readonly isPositive: boolean;
  /** The text to judge; undefined for a skill, which is the folder at `pointer`. */
  readonly text?: string;
  /** The command without the text around it, for tools that judge commands; undefined if the whole text is the command. */
  readonly command?: string;
  /** The language tag of the text. */
  readonly format?: string;
}

/** A published data set, which is read from a clone at a pinned commit and never copied. */
export interface DataSet {
  readonly name: string;
  /** The URL of the repository. */
  readonly repository: string;
  /** The hash of the commit, as 40 hexadecimal digits. */
  readonly commit: string;
  readonly licence: string;
  /** A sentence that says which labels of the data set count as positive. */
  readonly rule: string;
  /** The number of held-out cases, which nobody reads to write rules: those with the smallest hashes of their pointers. */
  readonly heldOut?: number;
  /** Returns the cases in a clone, always in the same order. */
  read(folder: string): readonly LabelledCase[];
}
