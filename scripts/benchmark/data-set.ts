/** One text, or one skill, with its publisher's label. */
export interface LabelledCase {
  /** Its place in the data set: a path, with an id or number if a file contains several. */
  readonly pointer: string;
  /** The common property of cases of one origin: a publisher, a campaign, a kind of program. */
  readonly group: string;
  readonly isPositive: boolean;
  /** The text to judge; undefined for a skill, which is the folder at `pointer`. */
  readonly text?: string;
  /** The command without the text around it, for tools that judge commands; absent if it is `text`. */
  readonly command?: string;
  /** The language tag of the text. */
  readonly format?: string;
}

/** A published data set, which is read from a clone at a pinned commit and never copied. */
export interface DataSet {
  readonly name: string;
  /** The address of its repository. */
  readonly repository: string;
  /** The commit, as 40 digits. */
  readonly commit: string;
  readonly licence: string;
  /** Which of its labels count as positive, in one sentence. */
  readonly rule: string;
  /** The number of cases, those with the smallest hashes of their pointers, that nobody reads to write rules. */
  readonly unread?: number;
  /** Returns the cases in a clone, in the order of their pointers. */
  read(folder: string): readonly LabelledCase[];
}
