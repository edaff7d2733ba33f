import { Language, languagesAsText } from "../language/prose-language.js";

/** The groups and shapes that recognize a text which may contain an instruction in prose. */
const NAMES = [
  ...["running-verbs", "opening-verbs", "entering-verbs", "entered-programs", "installing-verbs"],
  ...["instruction-run", "instruction-paste", "instruction-install"],
  ...["instruction-open", "instruction-copy", "instruction-save"],
  ...["instruction-language", "paste-host", "program-file", "product-page"],
];

/** Returns the entries of some languages that {@link instructingIn} needs, as a text that `languagesIn` reads. */
export function instructionWords(languages: readonly Language[]): string {
  return languagesAsText(
    languages
      .filter(({ entries }) => entries.has("running-verbs"))
      .map((language) => part(language)),
  );
}

function part(language: Language): Language {
  const entries = NAMES.flatMap((name) => {
    const entry = language.entries.get(name);
    if (entry === undefined) return [];
    const whole =
      entry.kind === "shape" ? { ...entry, source: language.source(entry) } : { ...entry };
    return [[name, whole] as const];
  });
  return new Language(language.tag, new Map(entries));
}
