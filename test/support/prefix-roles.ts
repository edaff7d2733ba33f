import { readPatterns } from "../../src/core/query/read-patterns.js";
import { checkPattern } from "../../src/core/query/check-pattern.js";
import type { Role } from "../../src/core/query/role.js";
import { wordsOf } from "../../src/core/query/name-table.js";
import { loadAssets } from "../../src/host/node.js";

/** Returns the role of each wrapper and launcher of the package by name. If a name has several roles, this is the first. */
export async function prefixRoles(): Promise<ReadonlyMap<string, Role>> {
  return new Map((await allPrefixRoles()).reverse());
}

/** Returns the names and roles of all wrappers and launchers of the package. */
export async function allPrefixRoles(): Promise<(readonly [string, Role])[]> {
  const { queries, registry } = await loadAssets();
  const patterns = queries
    .filter(({ path }) => path.includes("/bash/"))
    .flatMap((file) => readPatterns(file).map((source) => checkPattern(source, "bash", registry)));
  const roles = patterns.flatMap((pattern) =>
    (wordsOf("bash", pattern) ?? []).map(
      (word) =>
        [word, pattern.roles.get("flow.wrapper") ?? pattern.roles.get("flow.launcher")] as const,
    ),
  );
  return roles.flatMap(([word, role]) => (role === undefined ? [] : [[word, role] as const]));
}
