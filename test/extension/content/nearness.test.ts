import { describe, expect, it } from "vitest";
import { rowOf } from "../../../src/extension/content/nearness.js";

const ITEMS = Array.from({ length: 300 }, (_, index) => index);

/** Returns the elements that rowOf finds, and the number of elements that it measures. */
function find(
  holds: (item: number) => boolean,
  isHint: (item: number) => boolean = () => false,
): { found: number[]; asked: number } {
  let asked = 0;
  const found = rowOf(
    ITEMS,
    (item) => {
      asked++;
      return holds(item);
    },
    isHint,
  );
  return { found: [...found].sort((a, b) => a - b), asked };
}

describe("rowOf", () => {
  it("finds all elements in a row, even if some of them are hidden", () => {
    expect(find((item) => item >= 100 && item < 106 && item !== 103).found).toEqual([
      100, 101, 102, 104, 105,
    ]);
    expect(find((item) => item < 2).found).toEqual([0, 1]);
    expect(find((item) => item > 297).found).toEqual([298, 299]);
    expect(find(() => false).found).toEqual([]);
  });
  it("measures few elements if the previous positions are known", () => {
    const { found, asked } = find(
      (item) => item >= 100 && item < 106,
      (item) => item >= 97 && item < 103,
    );
    expect(found).toEqual([100, 101, 102, 103, 104, 105]);
    expect(asked).toBeLessThan(20);
  });
  it("finds the elements even if they are far from the previous positions", () => {
    expect(
      find(
        (item) => item === 7,
        (item) => item === 200,
      ).found,
    ).toEqual([7]);
  });
});
