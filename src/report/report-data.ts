/** The data of a report page. */
export interface ReportData {
  readonly title: string;
  /** Facts about the run, as names and values. */
  readonly facts: readonly (readonly [name: string, value: string])[];
  /** Correct and incorrect results by input; null if the records have no labels. */
  readonly confusion: Table | null;
  /** Findings by rule, host, kind and language. */
  readonly facets: readonly Facet[];
  readonly texts: readonly ReportText[];
  /** Inputs and records with a problem. */
  readonly unread: readonly { readonly place: string; readonly message: string }[];
  /** Number of inputs and records with a problem that are not in `unread`. */
  readonly moreUnread: number;
  /** Number of texts from which `texts` were selected; greater than the length of `texts` if they are a sample. */
  readonly candidates: number;
}

export interface Table {
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** The findings grouped by a property. */
export interface Facet {
  readonly name: string;
  readonly title: string;
  /** Sorted by the number of findings, the highest first. */
  readonly shares: readonly {
    readonly name: string;
    readonly findings: number;
    readonly texts: number;
  }[];
  /** Number of groups that are not in `shares`. */
  readonly more: number;
}

/** A text with its findings. Offsets count UTF-16 code units of `text`. */
export interface ReportText {
  readonly place: string;
  readonly id: string;
  readonly field: string | null;
  /** The text, or the part of a long text that contains its findings. */
  readonly text: string;
  /** Number of omitted characters before `text`. */
  readonly before: number;
  /** Number of omitted characters after `text`. */
  readonly behind: number;
  /** Whether the result agrees with the label: true or false positive or negative; null if the record has no label. */
  readonly verdict: "tp" | "fp" | "fn" | "tn" | null;
  readonly incomplete: boolean;
  readonly findings: readonly {
    readonly rule: string;
    readonly level: "finding" | "advisory";
    readonly span: readonly [number, number];
    readonly hosts: readonly string[];
    readonly trace: readonly string[];
    /** The decoded literal, with escapes for invisible characters; null if nothing is decoded. */
    readonly payload: string | null;
  }[];
}
