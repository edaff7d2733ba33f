import tseslint from "typescript-eslint";

/** Lint with type information. Import boundaries are checked by dependency-cruiser (.dependency-cruiser.js). */
export default tseslint.config(
  {
    ignores: [
      "dist/",
      "packages/*/dist/",
      "site/dist/",
      "site/content/",
      "coverage/",
      "node_modules/",
      "**/*.js",
      "**/*.mjs",
      "test/queries/",
      "test/fixtures/",
    ],
  },
  {
    files: ["**/*.ts"],
    extends: [...tseslint.configs.recommendedTypeChecked],
    languageOptions: {
      parserOptions: { project: "./tsconfig.json", tsconfigRootDir: import.meta.dirname },
    },
    linterOptions: { reportUnusedDisableDirectives: "error" },
    rules: {
      "@typescript-eslint/no-floating-promises": "error",
      "@typescript-eslint/no-misused-promises": "error",
      "@typescript-eslint/switch-exhaustiveness-check": [
        "error",
        { considerDefaultExhaustiveForUnions: true },
      ],
      "@typescript-eslint/no-explicit-any": "error",
      "@typescript-eslint/no-non-null-assertion": "error",
      "@typescript-eslint/consistent-type-imports": "error",
      "@typescript-eslint/no-unused-vars": [
        "error",
        { argsIgnorePattern: "^_", varsIgnorePattern: "^_" },
      ],
      // Template strings show numbers, booleans and null as they are.
      "@typescript-eslint/restrict-template-expressions": [
        "error",
        { allowNumber: true, allowBoolean: true, allowNullish: true },
      ],
      // An async function may keep a promise-returning contract without awaiting anything.
      "@typescript-eslint/require-await": "off",
      // Walking up a chain of scopes begins with `this`; methods are passed on only where they need no object.
      "@typescript-eslint/no-this-alias": "off",
      "@typescript-eslint/unbound-method": "off",
      eqeqeq: "error",
      "no-control-regex": "off",
      "prefer-const": "error",
    },
  },
  {
    files: ["src/**/*.ts", "packages/*/src/**/*.ts", "site/**/*.ts"],
    rules: {
      "max-lines-per-function": ["error", { max: 85, skipBlankLines: true, skipComments: true }],
    },
  },
  {
    files: [
      "src/**/*.ts",
      "packages/*/src/**/*.ts",
      "site/**/*.ts",
      "scripts/**/*.ts",
      "bench/**/*.ts",
    ],
    rules: {
      // A text or an expression that cannot be broken stands on a line of its own.
      "max-len": [
        "error",
        { code: 140, ignoreTemplateLiterals: true, ignorePattern: "^\\s*(?:[/\"']|\\w+: [/\"'])" },
      ],
    },
  },
  {
    files: ["src/core/**/*.ts"],
    rules: {
      "no-console": "error",
      "no-restricted-globals": ["error", "console", "fetch", "process", "document", "window"],
    },
  },
  {
    files: ["test/**/*.ts"],
    rules: {
      // Parsed JSON under test is inspected as it comes.
      "@typescript-eslint/no-explicit-any": "off",
      "@typescript-eslint/no-unsafe-assignment": "off",
      "@typescript-eslint/no-unsafe-member-access": "off",
      "@typescript-eslint/no-unsafe-argument": "off",
      "@typescript-eslint/no-unsafe-call": "off",
      "@typescript-eslint/no-unsafe-return": "off",
      "@typescript-eslint/no-non-null-assertion": "off",
    },
  },
);
