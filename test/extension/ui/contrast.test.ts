import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

const css = readFileSync("src/extension/ui/palette.css", "utf8");

/** Returns the colours of a theme by name. The dark theme overrides the light one. */
function theme(name: "light" | "dark"): Map<string, string> {
  const blocks = [...css.matchAll(/\{([^}]*)\}/g)].map((match) => match[1] ?? "");
  const used = name === "light" ? blocks.slice(0, 1) : blocks.slice(0, 2);
  return new Map(
    used.flatMap((block) =>
      [...block.matchAll(/--([\w-]+):\s*(#[0-9a-f]{6})/g)].map(
        (match) => [match[1] ?? "", match[2] ?? ""] as const,
      ),
    ),
  );
}

function luminance(colour: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(a: string, b: string): number {
  const [light, dark] = [luminance(a), luminance(b)].sort((x, y) => y - x) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

const TEXT = [
  ["ink", "paper"],
  ["ink", "sunken"],
  ["muted", "paper"],
  ["danger", "paper"],
  ["ok", "paper"],
  ["notice", "paper"],
  ["on-accent", "accent"],
  ["on-danger", "danger"],
] as const;
const SHAPES = [
  ["edge", "paper"],
  ["accent", "paper"],
  ["edge", "sunken"],
] as const;

describe.each(["light", "dark"] as const)("the %s theme", (name) => {
  const colours = theme(name);

  it.each(TEXT)("has enough contrast for text: %s on %s", (ink, ground) => {
    expect(contrast(colours.get(ink)!, colours.get(ground)!)).toBeGreaterThanOrEqual(4.5);
  });

  it.each(SHAPES)("has enough contrast for borders and focus: %s on %s", (edge, ground) => {
    expect(contrast(colours.get(edge)!, colours.get(ground)!)).toBeGreaterThanOrEqual(3);
  });
});

it("the underline of findings has enough contrast on the light and dark backgrounds of the site", () => {
  const mark =
    /underline 2px (#[0-9a-f]{6})/.exec(
      readFileSync("src/extension/content/marks.css", "utf8"),
    )?.[1] ?? "";
  for (const ground of ["#ffffff", "#212121", "#171717", "#f9f9f9"])
    expect(contrast(mark, ground)).toBeGreaterThanOrEqual(3);
});
