import type { Shown } from "../ui/panel.js";
import type { Action } from "../ui/state-texts.js";

/** The messages from a content script to the browser's panel. */
export interface ToPanel {
  readonly type: "shown";
  readonly shown: Shown | null;
}

/** The messages from the browser's panel to a content script. */
export type FromPanel =
  | { readonly type: "point"; readonly index: number }
  | { readonly type: "act"; readonly action: Action }
  | { readonly type: "next" };
