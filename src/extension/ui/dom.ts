/** A button by its words and what it does. */
export interface ActionButton {
  readonly label: string;
  readonly press: () => void;
}

type Attributes = Readonly<Record<string, string | boolean | ((event: Event) => void) | undefined>>;

/**
 * Makes an element. Text is set as text, never as markup; `on…` attributes are listeners that receive
 * only what a person does, not what a script of the page makes up.
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

/** A text that is shown when it is opened. */
export function fold(title: string, ...children: Node[]): HTMLElement {
  return h("details", {}, h("summary", {}, title), ...children);
}

export function action(label: string, press: () => void, look = "action"): HTMLButtonElement {
  return h("button", { class: look, type: "button", onclick: press }, label);
}

/** A row of buttons, of which the first one is what most people want. */
export function actionRow(buttons: readonly ActionButton[]): HTMLElement {
  const made = buttons.map(({ label, press }, index) =>
    action(label, press, index === 0 ? "action first" : "action"),
  );
  return h("div", { class: "actions" }, ...made);
}
