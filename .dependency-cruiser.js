/**
 * The arrows between the folders of src. A folder may import itself and what is listed here;
 * everything else is an error.
 */
const arrows = {
  protocol: [],
  core: [],
  host: ["core"],
  redactor: ["protocol"],
  service: ["protocol"],
  evaluator: ["core", "protocol", "host", "service"],
  gateway: ["protocol", "redactor", "service"],
  extension: ["protocol", "core", "host/browser"],
  report: [],
  cli: ["protocol", "core", "host", "redactor", "service", "evaluator", "gateway", "report/data"],
};

/** The packages (and `node`, for Node's own modules) that a folder may import; folders not named may import any. */
const packages = {
  report: ["chart.js"],
  protocol: ["valibot"],
  core: ["web-tree-sitter", "@lezer/markdown", "@lezer/common"],
};

const folderRules = Object.entries(arrows).map(([folder, allowed]) => ({
  name: `${folder}-imports`,
  comment: `src/${folder} may import ${allowed.length > 0 ? allowed.map((name) => `src/${name}`).join(", ") : "no other folder"}`,
  severity: "error",
  from: { path: `^src/${folder}/` },
  to: { path: "^src/", pathNot: [folder, ...allowed].map((name) => `^src/${name}[./]`) },
}));

const packageRules = Object.entries(packages).map(([folder, names]) => ({
  name: `${folder}-packages`,
  comment: `src/${folder} may import only ${names.join(", ")}`,
  severity: "error",
  from: { path: `^src/${folder}/` },
  to: { pathNot: ["^src/", ...names.map((name) => `^node_modules/${name}/`)] },
}));

/** The core is entered through its door. */
const doors = {
  name: "core-door",
  comment: "outside src/core only src/core/index.ts is imported",
  severity: "error",
  from: { path: "^src/(?!core/)" },
  to: { path: "^src/core/", pathNot: "^src/core/index[.]ts$" },
};

const common = [
  // Within a folder, files may call each other in turn, as the readers of nested syntax do.
  {
    name: "no-cycles-between-parts",
    comment: "no folder of src needs one that needs it",
    severity: "error",
    from: { path: "^src/([a-z]+)/" },
    to: { circular: true, dependencyTypesNot: ["type-only"], via: { path: "^src/", pathNot: "^src/$1/" } },
  },
  {
    name: "no-cycles-between-stages",
    comment: "no stage of the core needs one that needs it",
    severity: "error",
    from: { path: "^src/core/([a-z]+)/" },
    to: { circular: true, dependencyTypesNot: ["type-only"], via: { path: "^src/core/", pathNot: "^src/core/$1/" } },
  },
  { name: "resolvable", comment: "every import is found", severity: "error", from: {}, to: { couldNotResolve: true } },
  {
    name: "browser-without-node",
    comment: "what runs in a browser imports nothing of Node",
    severity: "error",
    from: { path: "^src/(extension/|report/|host/browser)" },
    to: { dependencyTypes: ["core"] },
  },
  {
    name: "shipped-dependencies",
    comment: "src imports no development dependency",
    severity: "error",
    from: { path: "^src/" },
    to: { dependencyTypes: ["npm-dev", "npm-no-pkg", "npm-unknown"] },
  },
];

export default {
  forbidden: [...folderRules, ...packageRules, doors, ...common],
  options: {
    doNotFollow: { path: "node_modules" },
    tsConfig: { fileName: "tsconfig.json" },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { exportsFields: ["exports"], conditionNames: ["import", "node", "default", "types"] },
  },
};
