/** A button to be created. */
export interface ActionButton {
  readonly label: string;
  readonly press: () => void;
}

type Attributes = Readonly<Record<string, string | boolean | ((event: Event) => void) | undefined>>;

/**
 * Creates an element. Strings become text, never markup. The listeners in `on…` attributes receive only events of the user, not
 * synthetic events from the page's scripts.
 */
export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: (Node | string | null)[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") {
      element.addEventListener(name.slice(2), (event) => {
        if (event.isTrusted) value(event);
      });
    } else if (value === true) element.setAttribute(name, "");
    else if (typeof value === "string") element.setAttribute(name, value);
  }
  element.append(...children.filter((child) => child !== null));
  return element;
}

/** Creates a `details` element with a title. */
export function fold(title: string, ...children: Node[]): HTMLElement {
  return h("details", {}, h("summary", {}, title), ...children);
}

/** Creates a button. */
export function actionButton(
  label: string,
  press: () => void,
  className = "action",
): HTMLButtonElement {
  return h("button", { class: className, type: "button", onclick: press }, label);
}

/** Creates a row of buttons, the first of which is the default. */
export function actionRow(buttons: readonly ActionButton[]): HTMLElement {
  const elements = buttons.map(({ label, press }, index) =>
    actionButton(label, press, index === 0 ? "action first" : "action"),
  );
  return h("div", { class: "actions" }, ...elements);
}
