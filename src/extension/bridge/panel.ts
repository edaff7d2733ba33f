import type { Shown } from "../ui/panel.js";
import type { Action } from "../ui/texts.js";

/** The messages of a page to the browser's panel beside it. */
export interface ToPanel {
  readonly type: "shown";
  readonly shown: Shown | null;
}

/** The messages of the panel to the page. */
export type FromPanel =
  | { readonly type: "point"; readonly index: number }
  | { readonly type: "act"; readonly action: Action }
  | { readonly type: "next" };
