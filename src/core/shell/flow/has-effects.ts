import type { Word } from "../script.js";

/** Whether expanding a word runs a command or assigns a variable. */
export function hasEffects({ parts }: Word): boolean {
  return parts.some((part) => {
    switch (part.kind) {
      case "text":
        return false;
      case "expansion":
        return (
          part.operation !== null &&
          (part.operation.operator.endsWith("=") || hasEffects(part.operation.operand))
        );
      case "opaque":
        return part.inner.length > 0;
      default:
        return true;
    }
  });
}
