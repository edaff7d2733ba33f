import type { Profile } from "../../core/index.js";

/** The text of `curlew explain` for a rule. Tests run every example through the detector. */
export interface Explanation {
  readonly profile: Profile;
  /** One line. */
  readonly title: string;
  /** Why it is unsafe, and when it is a finding. */
  readonly why: string;
  /** A safer way, in commands or words. */
  readonly instead: string;
  /** Texts with at least one finding of the rule; the marks around each span are not shown. */
  readonly findings: readonly string[];
  /** Texts that look alike and are not findings. */
  readonly clean: readonly string[];
}
