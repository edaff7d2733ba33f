import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";
import { Workspace } from "../../../packages/curlew-lsp/src/workspace.js";

const FOLDER = resolve("/work/project");

describe("the open folder that contains a file", () => {
  it.each([
    ["file.md", FOLDER],
    ["..drafts/file.md", FOLDER],
    ["...", FOLDER],
    ["../file.md", null],
    ["../project-2/file.md", null],
    ["..", null],
    [".", null],
  ])("for %s is found only if the file is in an open folder", (path, folder) => {
    const workspace = new Workspace();
    workspace.setFolders([pathToFileURL(FOLDER).href]);
    expect(workspace.folderOf(resolve(FOLDER, path))).toBe(folder);
  });
});
