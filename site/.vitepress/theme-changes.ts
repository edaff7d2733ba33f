type Change = readonly [what: string, by: string];

/** What of the default theme keeps a page from being accessible, and what is written in its place. */
const CHANGES: Readonly<Record<string, readonly Change[]>> = {
  // the start page has no main part
  "VPHome.vue": [
    ['<div \n    class="VPHome"', '<main \n    class="VPHome"'],
    ["</div>\n</template>", "</main>\n</template>"],
  ],
  // a button may not hold the whole search, and an option no link: it is a dialog with a list of links
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
  // its name is not all that it shows; the style sheet shows the key
  "VPNavBarSearchButton.vue": [
    [
      '<kbd class="DocSearch-Button-Key">K</kbd>',
      '<kbd class="DocSearch-Button-Key shortcut-letter"></kbd>',
    ],
  ],
};

/** A plugin, as far as it is used; VitePress bundles its own Vite. */
interface ThemePlugin {
  readonly name: string;
  readonly enforce: "pre";
  transform(code: string, id: string): string | undefined;
}

/**
 * Returns a plugin that changes components of the default theme.
 * @throws Error where this version of the theme is written in another way
 */
export function themeChanges(): ThemePlugin {
  return {
    name: "theme-changes",
    enforce: "pre",
    transform(code, id) {
      const name = /theme-default\/components\/(\w+\.vue)$/.exec(id)?.[1] ?? "";
      return CHANGES[name]?.reduce((text, [what, by]) => {
        if (!text.includes(what)) throw new Error(`${name} holds no ${what}: check it again`);
        return text.replaceAll(what, by);
      }, code);
    },
  };
}
