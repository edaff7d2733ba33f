import { readFileSync } from "node:fs";

/** Returns the icon of all pages as a `data:` URL, which does not depend on the path of a page. */
export function iconUrl(): string {
  const icon = readFileSync("src/extension/icons/icon.svg").toString("base64");
  return `data:image/svg+xml;base64,${icon}`;
}
