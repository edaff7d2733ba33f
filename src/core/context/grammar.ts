import { shape, words } from "./language/spoken.js";

/** The shapes that find evidence in a mask, and what tells its verbs apart. What each is for stands above it in `queries/prose`. */
export const GRAMMAR = {
  negation: shape("negation"),
  active: shape("active"),
  direct: shape("direct"),
  means: shape("means"),
  meansGerund: shape("means-gerund"),
  gerund: shape("gerund"),
  passive: shape("passive"),
  predicate: shape("predicate"),
  called: shape("called"),
  attribute: shape("attribute"),
  reject: shape("reject"),
  contrast: shape("contrast"),
  badLabel: shape("bad-label"),
  goodLabel: shape("good-label"),
  trailingLabel: shape("trailing-label"),
  elliptic: shape("elliptic-end"),
  aside: shape("aside"),
  lineStart: shape("line-start"),
  newImperative: shape("new-imperative"),
  imperative: shape("imperative"),
  turn: shape("turn"),
  rival: shape("rival"),
  handled: shape("handled"),
  connective: shape("connective"),
  exampleLead: shape("example-lead"),
  /** Verbs whose object is by nature something that runs. */
  executing: words("verbs.executes"),
  /** Verbs that name the pattern, whatever their object. */
  naming: words("verbs.names"),
  /** Verbs of whose objects "it" is hardly ever a command. */
  explicit: words("verbs.explicit"),
} as const;
