/**
 * Writes the listings for the extension stores of Chromium and Firefox into docs/store: `npx tsx scripts/store-listings.ts`. They
 * consist of a text in each language, made from the extension's messages, the reasons for its permissions, and the icon.
 * screenshots.ts takes the screenshots.
 */
import { cp, mkdir, readdir, readFile, writeFile } from "node:fs/promises";

const FOLDER = "docs/store";
const LOCALES = "src/extension/_locales";
/** The maximum length of the short description, in UTF-16 code units, that both stores accept. */
const MAX_SUMMARY = 132;

const PERMISSIONS = `| Permission | Why it is needed |
| --- | --- |
| \`storage\` | Keeps the settings in this browser. |
| \`scripting\` | Reads tabs that were open before the installation, and the sites that the user enables. |
| \`activeTab\` | Reads the selection in the active tab when the user asks to check it. |
| \`contextMenus\` | The entry "Check this selection". |
| \`sidePanel\` (Chromium) | Shows the evidence beside the page. |
| \`https://chatgpt.com/*\` | Reads the assistant's answers there. |
| \`http://127.0.0.1/*\` | Connects to a gateway on the user's own computer, if one is set up. |
| optional: \`claude.ai\`, \`gemini.google.com\`, \`copilot.microsoft.com\` | The same as on chatgpt.com; each is requested when it is enabled. |`;

type Messages = Record<string, { readonly message: string }>;

async function textsOf(language: string): Promise<string> {
  const messages = JSON.parse(
    await readFile(`${LOCALES}/${language}/messages.json`, "utf8"),
  ) as Messages;
  const t = (name: string): string => {
    const entry = messages[name];
    if (entry === undefined) throw new Error(`${language}: no message ${name}`);
    return entry.message;
  };
  const summary = t("extensionDescription");
  if (summary.length > MAX_SUMMARY)
    throw new Error(
      `${language}: the summary has ${summary.length} characters; the stores accept ${MAX_SUMMARY}`,
    );
  const part = (title: string, text: string): string => `### ${t(title)}\n\n${t(text)}\n`;
  const privacy = ["Read", "Leaves", "Kept", "Never"].map((name) =>
    part(`privacy${name}Title`, `privacy${name}`),
  );
  const body = [
    t("welcomeIntro"),
    `**${t("modeDevice")}.** ${t("welcomeDevice")}`,
    `**${t("modeGateway")}.** ${t("welcomeGateway")}`,
    t("profileExtendedHint"),
  ];
  return [
    `# ${t("extensionName")}\n`,
    `${summary}\n`,
    `${body.join("\n\n")}\n`,
    `## ${t("privacyTitle")}\n`,
    `${t("privacyIntro")}\n`,
    ...privacy,
  ].join("\n");
}

await mkdir(FOLDER, { recursive: true });
for (const language of await readdir(LOCALES))
  await writeFile(`${FOLDER}/${language}.md`, await textsOf(language));
await writeFile(`${FOLDER}/permissions.md`, `# Permissions\n\n${PERMISSIONS}\n`);
await cp("src/extension/icons/128.png", `${FOLDER}/icon-128.png`);
