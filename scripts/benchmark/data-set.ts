/** One text, or one skill, with the label that its publisher gave it. */
export interface LabelledCase {
  /** Where it is in the data set: a path, with an id or number where a file holds several. */
  readonly pointer: string;
  /** What cases of one origin have in common: a publisher, a campaign, a kind of program. */
  readonly group: string;
  readonly isPositive: boolean;
  /** The text to judge; undefined for a skill, which is the folder at `pointer`. */
  readonly text?: string;
  /** The command without what surrounds it in `text`, for tools that judge commands; absent where it is `text`. */
  readonly command?: string;
  /** The language tag of the text. */
  readonly format?: string;
}

/** A data set of others, which is read from a clone at a pinned commit and never copied. */
export interface DataSet {
  readonly name: string;
  /** The address of its repository. */
  readonly repository: string;
  /** The commit, as 40 digits. */
  readonly commit: string;
  readonly licence: string;
  /** Which of its labels count as positive, in one sentence. */
  readonly rule: string;
  /** How many cases, those with the smallest hashes of their pointers, nobody reads to write rules. */
  readonly unread?: number;
  /** Reads the cases of a clone, in the order of their pointers. */
  read(folder: string): readonly LabelledCase[];
}
