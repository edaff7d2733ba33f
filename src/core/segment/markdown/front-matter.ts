const FRONT_MATTER =
  /^(?<blank>\s*)---(?<fields>[ \t]*\n(?=[\w-]+:)(?:.*\n){0,200}?)---(?=[ \t]*(?:\n|$))/;

/** The fields in the front matter of a skill or an agent. */
const DEFINING = [/^name[ \t]*:/m, /^description[ \t]*:/m];

/** Whether fields define a skill or an agent. */
export function isDefinition(fields: string): boolean {
  return DEFINING.every((key) => key.test(fields));
}

/** Whether a text begins with the front matter of a skill or an agent, after which the rest is Markdown. */
export function isDefinitionFile(text: string): boolean {
  return isDefinition(FRONT_MATTER.exec(text)?.groups?.["fields"] ?? "");
}

/** Converts front matter to a YAML fence; Markdown would read its marks as those of a heading. */
export function withFrontMatter(text: string): string {
  return text.replace(FRONT_MATTER, "$<blank>```$<fields>```");
}
