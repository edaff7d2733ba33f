import type { Profile } from "../../core/index.js";

/** The text of `curlew explain` for a rule. Tests run every example through the detector. */
export interface Explanation {
  readonly profile: Profile;
  /** One line. */
  readonly title: string;
  /** Why the reported code is unsafe, and when it is a finding. */
  readonly why: string;
  /** A safer alternative, as commands or prose. */
  readonly instead: string;
  /** Texts with at least one finding of the rule. «» mark each span; they are not shown. */
  readonly findings: readonly string[];
  /** Similar texts without findings. */
  readonly clean: readonly string[];
}
