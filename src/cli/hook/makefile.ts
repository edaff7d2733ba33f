/** A rule of a makefile. */
interface MakeRule {
  readonly targets: readonly string[];
  readonly prerequisites: readonly string[];
  /** The line of the rule and the lines of its recipe. */
  readonly lines: string[];
}

/**
 * Returns the part of a makefile that `make` may execute for some goals: everything outside rules, the rules of the goals and of their
 * prerequisites, and rules whose target is a pattern or a variable. Without goals, the goal is the first target.
 */
export function partForGoals(makefile: string, goals: readonly string[]): string {
  const { outside, rules } = rulesOf(makefile.replaceAll("\\\n", " "));
  const first = rules
    .flatMap(({ targets }) => targets)
    .find((target) => !target.startsWith(".") && !target.includes("%"));
  const wanted = goals.length > 0 ? [...goals] : first === undefined ? [] : [first];
  const needed = new Set(wanted);
  for (const target of needed)
    for (const rule of rules)
      if (rule.targets.includes(target)) for (const each of rule.prerequisites) needed.add(each);
  const isNeeded = ({ targets }: MakeRule): boolean =>
    targets.some((target) => needed.has(target) || /[%$]/.test(target));
  const text = [...outside, ...rules.filter(isNeeded).flatMap(({ lines }) => lines)];
  return text.join("\n");
}

function rulesOf(makefile: string): { outside: string[]; rules: MakeRule[] } {
  const outside: string[] = [];
  const rules: MakeRule[] = [];
  for (const line of makefile.split("\n")) {
    const rule = rules.at(-1);
    const [, targets, prerequisites = ""] =
      /^([^\s:=][^:=]*)::?(?!=)([^=]*)$/.exec(line.replace(/#[^]*$/, "")) ?? [];
    if (line.startsWith("\t") && rule !== undefined) rule.lines.push(line);
    else if (targets === undefined) outside.push(line);
    else
      rules.push({
        targets: wordsOf(targets),
        // a recipe may begin on the line of the rule
        prerequisites: wordsOf(prerequisites.replace(/;[^]*$/, "")),
        lines: [line],
      });
  }
  return { outside, rules };
}

function wordsOf(text: string): string[] {
  return text.split(/\s+/).filter((word) => word !== "" && word !== "|");
}
