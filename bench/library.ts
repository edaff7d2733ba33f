/** The library as it is published: what runs through a loader of TypeScript is slower. */
export const library = new URL("../dist/index.js", import.meta.url).href;
