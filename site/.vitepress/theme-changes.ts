type Change = readonly [what: string, by: string];

/** Parts of the default theme that make a page less accessible, with their replacements. */
const CHANGES: Readonly<Record<string, readonly Change[]>> = {
  // The start page has no main element.
  "VPHome.vue": [
    ['<div \n    class="VPHome"', '<main \n    class="VPHome"'],
    ["</div>\n</template>", "</main>\n</template>"],
  ],
  // A button must not contain the whole search, nor an option a link, so the search becomes a dialog with a list of links.
  "VPLocalSearchBox.vue": [
    ['role="button"', 'role="dialog" aria-modal="true" aria-label="Search"'],
    [`:aria-owns="results?.length ? 'localsearch-list' : undefined"`, ""],
    ['aria-expanded="true"', ""],
    ['aria-haspopup="listbox"', ""],
    [
      'aria-labelledby="localsearch-label"\n      class="VPLocalSearchBox"',
      'class="VPLocalSearchBox"',
    ],
    [
      `:aria-activedescendant="selectedIndex > -1 ? ('localsearch-item-' + selectedIndex) : undefined"`,
      "",
    ],
    ['aria-autocomplete="both"', ""],
    [`:role="results?.length ? 'listbox' : undefined"`, ""],
    [
      `:aria-labelledby="results?.length ? 'localsearch-label' : undefined"`,
      'aria-label="Results"',
    ],
    [`:aria-selected="selectedIndex === index ? 'true' : 'false'"`, ""],
    ['role="option"', ""],
    ["<kbd :aria-label", '<kbd role="img" :aria-label'],
    [`:aria-label="[...p.titles, p.title].join(' > ')"`, ""],
  ],
  // The accessible name of the button does not contain the text of the key, so the style sheet shows the key.
  "VPNavBarSearchButton.vue": [
    [
      '<kbd class="DocSearch-Button-Key">K</kbd>',
      '<kbd class="DocSearch-Button-Key shortcut-letter"></kbd>',
    ],
  ],
};

/** The part of a Vite plugin's type that is used here; VitePress bundles its own Vite. */
interface ThemePlugin {
  readonly name: string;
  readonly enforce: "pre";
  transform(code: string, id: string): string | undefined;
}

/**
 * Returns a plugin that changes components of the default theme.
 * @throws Error if a replaced part is not in this version of the theme
 */
export function themeChanges(): ThemePlugin {
  return {
    name: "theme-changes",
    enforce: "pre",
    transform(code, id) {
      const name = /theme-default\/components\/(\w+\.vue)$/.exec(id)?.[1] ?? "";
      return CHANGES[name]?.reduce((text, [what, by]) => {
        if (!text.includes(what))
          throw new Error(`${name} does not contain ${what}: check the change again`);
        return text.replaceAll(what, by);
      }, code);
    },
  };
}
