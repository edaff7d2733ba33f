/** A text of a record, and the field that contains it. */
export interface FieldText {
  /** The path of the field, such as `messages[1].content`; null if the record has one text. */
  readonly field: string | null;
  readonly text: string;
}

type Fields = Readonly<Record<string, unknown>>;

/** A key, the index of an element of a list, or null for all elements. */
type Step = string | number | null;

/** Splits a path such as `messages[].content` into steps. */
function stepsOf(path: string): Step[] {
  return path.split(".").flatMap((part) => {
    const [, key = "", brackets = ""] = /^(.*?)((?:\[\d*\])*)$/.exec(part) ?? [];
    const indexes = [...brackets.matchAll(/\[(\d*)\]/g)].map(([, digits]) =>
      digits === "" ? null : Number(digits),
    );
    return key === "" ? indexes : [key, ...indexes];
  });
}

const stepsByPath = new Map<string, Step[]>();

function stepsFor(path: string): Step[] {
  let steps = stepsByPath.get(path);
  if (steps === undefined) stepsByPath.set(path, (steps = stepsOf(path)));
  return steps;
}

/** Returns the first key of a path, which is the name of a column in a table. */
export function columnOf(path: string): string {
  const [first] = stepsFor(path);
  return typeof first === "string" ? first : path;
}

/**
 * Returns the value at a path, in which `[]` means the first element; undefined if there is none. A field whose name is the
 * complete path, with its dots, takes precedence.
 */
export function valueAt(record: Fields, path: string): unknown {
  if (Object.hasOwn(record, path)) return record[path];
  let value: unknown = record;
  for (const step of stepsFor(path))
    value = typeof value === "object" && value !== null ? (value as Fields)[step ?? 0] : undefined;
  return value;
}

/** The texts at a path. */
export interface Found {
  readonly texts: readonly FieldText[];
  /** Why there is no value of the expected type at the path; null if there is such a value, even one without a text. */
  readonly problem: string | null;
}

/** Returns all texts at a path. @param role the role of the messages whose texts are returned; undefined for all roles */
export function textsAt(record: Fields, path: string, role: string | undefined): Found {
  if (Object.hasOwn(record, path)) return textsIn(record[path], null, path);
  const steps = stepsFor(path);
  const several = steps.includes(null);
  const texts: FieldText[] = [];
  let problem: string | null = null;
  const visit = (value: unknown, index: number, where: string): void => {
    const step = steps[index];
    if (step === undefined) {
      const at = textsIn(value, several ? where : null, where);
      // a message may have no content, for example if it calls a tool
      if (at.problem !== null && !(several && (value === null || value === undefined)))
        problem ??= at.problem;
      texts.push(...at.texts);
    } else if (step === null) {
      if (!Array.isArray(value)) problem ??= `${quoted(where)} is not a list`;
      else
        value.forEach(
          (element: unknown, i) =>
            hasRole(element, role) && visit(element, index + 1, `${where}[${i}]`),
        );
    } else {
      const inner =
        typeof value === "object" && value !== null ? (value as Fields)[step] : undefined;
      const place =
        typeof step === "number" ? `${where}[${step}]` : where === "" ? step : `${where}.${step}`;
      if (inner === undefined && !(several && index === steps.length - 1))
        problem ??= `has no ${quoted(place)}`;
      else visit(inner, index + 1, place);
    }
  };
  visit(record, 0, "");
  return { texts, problem: texts.length > 0 ? null : problem };
}

/** Returns the text of a string, or the texts of the parts of a list such as `[{"type":"text","text":"…"}]`. */
function textsIn(value: unknown, field: string | null, where: string): Found {
  if (typeof value === "string") return { texts: [{ field, text: value }], problem: null };
  if (Array.isArray(value)) {
    const texts = value.flatMap((part: unknown, i) => {
      const text: unknown =
        typeof part === "object" && part !== null ? (part as Fields)["text"] : part;
      return typeof text === "string" ? [{ field: `${where}[${i}]`, text }] : [];
    });
    return { texts, problem: null };
  }
  return {
    texts: [],
    problem: value === undefined ? `has no ${quoted(where)}` : `${quoted(where)} is not a string`,
  };
}

const ROLES: Readonly<Record<string, string>> = {
  gpt: "assistant",
  chatgpt: "assistant",
  model: "assistant",
  bot: "assistant",
  ai: "assistant",
  human: "user",
};

/** Returns the usual name of a role, which has different names in different formats. */
function roleName(role: string): string {
  const name = role.toLowerCase();
  return ROLES[name] ?? name;
}

/** Whether a message has a role; true for a message that names no role. */
function hasRole(message: unknown, role: string | undefined): boolean {
  if (role === undefined || typeof message !== "object" || message === null) return true;
  const { role: own, author, from } = message as Fields;
  const named =
    own ??
    (typeof author === "object" && author !== null ? (author as Fields)["role"] : author) ??
    from;
  return typeof named !== "string" || roleName(named) === roleName(role);
}

function quoted(path: string): string {
  return JSON.stringify(path);
}

/** Returns the texts of a conversation that ChatGPT exported, in order; branches follow each other. */
export function chatTexts(mapping: Fields, role: string | undefined): Found {
  const nodes = Object.entries(mapping).flatMap(([id, node]) =>
    typeof node === "object" && node !== null ? [{ id, node: node as Fields }] : [],
  );
  const byId = new Map(nodes.map(({ id, node }) => [id, node]));
  const waiting = nodes
    .filter(({ node }) => typeof node["parent"] !== "string" || !byId.has(node["parent"]))
    .map(({ id }) => id)
    .reverse();
  const texts: FieldText[] = [];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    const node = byId.get(id);
    if (node === undefined) continue;
    byId.delete(id); // the links of a damaged export may form a cycle
    texts.push(...messageTexts(node["message"], `mapping.${id}.message.content`, role));
    const children = Array.isArray(node["children"])
      ? node["children"].filter((child): child is string => typeof child === "string")
      : [];
    waiting.push(...children.reverse());
  }
  return { texts, problem: null };
}

function messageTexts(
  message: unknown,
  where: string,
  role: string | undefined,
): readonly FieldText[] {
  if (typeof message !== "object" || message === null || !hasRole(message, role)) return [];
  const { content } = message as { content?: unknown };
  if (typeof content !== "object" || content === null)
    return textsIn(content ?? [], where, where).texts;
  const { parts, text } = content as Fields;
  return [
    ...textsIn(parts ?? [], null, `${where}.parts`).texts,
    ...(typeof text === "string" ? [{ field: `${where}.text`, text }] : []),
  ];
}
