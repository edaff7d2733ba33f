import { readFileSync } from "node:fs";

/**
 * The arrows between the folders of src. A folder may import itself and what is listed here;
 * everything else is an error.
 */
const arrows = {
  protocol: [],
  core: [],
  host: ["core"],
  redactor: ["protocol"],
  service: ["protocol", "host/worker-entry"],
  evaluator: ["core", "protocol", "host", "service"],
  gateway: ["protocol", "redactor", "service", "host/worker-entry"],
  remedy: [],
  extension: ["protocol", "core", "host/browser", "remedy"],
  report: [],
  cli: ["protocol", "core", "host", "remedy", "report/report-data"],
};

/** The packages (and `node`, for Node's own modules) that a folder may import; folders not named may import any. */
const packages = {
  report: ["chart.js"],
  protocol: ["valibot"],
  core: ["web-tree-sitter", "@lezer/markdown", "@lezer/common", "fflate"],
};

/** What the build takes into its bundles, so that installing the package does not bring it. */
const bundled = [
  "@lezer/common",
  "@lezer/markdown",
  "@valibot/to-json-schema",
  "chart.js",
  "csv-parse",
  "fflate",
  "fzstd",
  "hyparquet",
  "hyparquet-compressors",
  "hyparquet-writer",
  "tar",
  "valibot",
  "web-tree-sitter",
  "yauzl",
];

/** What is loaded only where it is used, and is not installed with the package. */
const optional = ["@aws-sdk/client-s3"];

/** The folders of src that are built into packages/curlew-service. */
const services = ["service", "evaluator", "gateway", "redactor"];

const among = (names) => names.map((name) => `^node_modules/(?:@types/)?${name}/`);

function dependenciesOf(folder) {
  return Object.keys(JSON.parse(readFileSync(`${folder}/package.json`, "utf8")).dependencies ?? {});
}

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

/** Files of the core that every folder of it may import: texts, places and small helpers. */
const base = [
  "assets",
  "downloads",
  "flow",
  "input",
  "known-names",
  "literal",
  "model",
  "once",
  "data-tables",
  "scan",
  "terminal-sequences",
  "shell-definitions",
  "text-search",
  "source",
];

/** The folders of the core from the lowest layer to the highest, each with the folders below that it may import. */
const layers = {
  languages: [],
  lex: ["languages"],
  decode: [],
  payload: ["decode"],
  span: [],
  query: [],
  parse: ["languages"],
  segment: ["languages", "lex", "query"],
  shell: ["decode", "lex", "parse", "query"],
  code: ["decode", "languages", "lex", "parse", "query"],
  evaluate: ["code", "decode", "languages", "lex", "parse", "query", "segment", "shell"],
  context: ["languages", "lex", "query", "segment"],
};

/** Type imports count, too: a folder of the core knows nothing of the layers above it. */
const layerRules = Object.entries(layers).map(([folder, below]) => ({
  name: `core-${folder}-imports`,
  comment: `src/core/${folder} may import ${below.length > 0 ? `src/core/{${below.join(",")}}` : "no other folder of the core"} and the files for all layers`,
  severity: "error",
  from: { path: `^src/core/${folder}/` },
  to: {
    path: "^src/core/",
    pathNot: [
      ...[folder, ...below].map((name) => `^src/core/${name}/`),
      `^src/core/(?:${base.join("|")})[.]ts$`,
    ],
  },
}));

const baseRule = {
  name: "core-base-imports",
  comment: "the files for all layers of the core import only each other",
  severity: "error",
  from: { path: `^src/core/(?:${base.join("|")})[.]ts$` },
  to: { path: "^src/core/", pathNot: `^src/core/(?:${base.join("|")})[.]ts$` },
};

/** The core is entered through its door. */
const doors = {
  name: "core-door",
  comment: "outside src/core only src/core/index.ts is imported",
  severity: "error",
  from: { path: "^(?:src/(?!core/)|site/)" },
  to: { path: "^src/core/", pathNot: "^src/core/index[.]ts$" },
};

const common = [
  // What is loaded only when it is needed (`import()`) may need the file that loads it.
  {
    name: "no-cycles",
    comment: "no file of src needs one that needs it, be it only for a type",
    severity: "error",
    from: { path: "^src/" },
    to: { circular: true, viaOnly: { dependencyTypesNot: ["dynamic-import"] } },
  },
  {
    name: "resolvable",
    comment: "every import is found",
    severity: "error",
    from: {},
    to: { couldNotResolve: true },
  },
  {
    name: "browser-without-node",
    comment: "what runs in a browser imports nothing of Node",
    severity: "error",
    from: { path: "^(?:src/(?:extension/|report/|host/browser)|site/playground/)" },
    to: { dependencyTypes: ["core"] },
  },
  {
    name: "shipped-dependencies",
    comment: "src imports what the package depends on, or what the build puts into its bundles",
    severity: "error",
    from: { path: `^src/(?!${services.join("|")})` },
    to: {
      dependencyTypes: ["npm-dev", "npm-no-pkg", "npm-unknown"],
      pathNot: among([...bundled, ...optional]),
    },
  },
  {
    name: "service-dependencies",
    comment: "the folders that are built into curlew-service import what that package depends on",
    severity: "error",
    from: { path: `^src/(?:${services.join("|")})/` },
    to: {
      path: "^node_modules/",
      pathNot: among([...bundled, ...dependenciesOf("packages/curlew-service")]),
    },
  },
  ...["curlew-lsp", "curlew-mcp", "curlew-queue"].map((name) => ({
    name: `${name}-imports`,
    comment: `packages/${name} knows nothing of detection, and imports what it depends on`,
    severity: "error",
    from: { path: `^packages/${name}/src/` },
    to: {
      path: "^(?:src|packages|node_modules)/",
      pathNot: [`^packages/${name}/src/`, ...among(dependenciesOf(`packages/${name}`))],
    },
  })),
  {
    name: "playground-imports",
    comment: "site/playground runs in a browser and takes the library as a page does",
    severity: "error",
    from: { path: "^site/playground/" },
    to: {
      path: "^(?:src|packages|scripts)/",
      pathNot: [
        "^src/core/index[.]ts$",
        "^src/host/browser/browser[.]ts$",
        "^src/cli/report/remedy[.]ts$",
      ],
    },
  },
  {
    name: "remark-lint-curlew-imports",
    comment: "packages/remark-lint-curlew judges Markdown as the language server does",
    severity: "error",
    from: { path: "^packages/remark-lint-curlew/src/" },
    to: {
      path: "^(?:src|packages)/",
      pathNot: [
        "^packages/remark-lint-curlew/src/",
        "^src/cli/lsp/editor-analyst[.]ts$",
        "^src/cli/report/lines[.]ts$",
        "^src/host/(?:node-detector|isolated-detector)[.]ts$",
      ],
    },
  },
  {
    name: "curlew-service-imports",
    comment:
      "packages/curlew-service starts the services, and speaks to people as the command does",
    severity: "error",
    from: { path: "^packages/curlew-service/src/" },
    to: {
      path: "^src/",
      pathNot: ["^src/(?:service|evaluator|gateway)/", "^src/cli/(?:context|failure|output)[.]ts$"],
    },
  },
];

export default {
  forbidden: [...folderRules, ...packageRules, ...layerRules, baseRule, doors, ...common],
  options: {
    doNotFollow: { path: "node_modules" },
    exclude: { path: "^(?:packages/[^/]+|site)/(?:dist|content)/" },
    tsConfig: { fileName: "tsconfig.json" },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "node", "default", "types"],
    },
  },
};
