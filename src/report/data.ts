/** The data of a report page. */
export interface ReportData {
  readonly title: string;
  /** Facts on the run, in order: a name and a value. */
  readonly facts: readonly (readonly [name: string, value: string])[];
  /** Right and wrong results by input; null without labels. */
  readonly confusion: Table | null;
  /** Findings by rule, host, kind and language. */
  readonly facets: readonly Facet[];
  readonly texts: readonly ReportText[];
  /** Inputs and records with a problem, and how many records more have one. */
  readonly unread: readonly { readonly place: string; readonly message: string }[];
  readonly moreUnread: number;
  /** How many texts there were to show; more than `texts` where these are a sample. */
  readonly candidates: number;
}

export interface Table {
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

export interface Facet {
  readonly name: string;
  readonly title: string;
  /** The greatest first. */
  readonly shares: readonly {
    readonly name: string;
    readonly findings: number;
    readonly texts: number;
  }[];
  /** How many more there are than are shown. */
  readonly more: number;
}

/** A text with its findings. Offsets count UTF-16 within `text`. */
export interface ReportText {
  readonly place: string;
  readonly id: string;
  readonly field: string | null;
  readonly text: string;
  readonly before: number;
  readonly behind: number;
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
