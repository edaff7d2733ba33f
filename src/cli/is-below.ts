import { isAbsolute, relative, sep } from "node:path";

/** Whether a path is a folder or in it. The name of a file or folder may begin with two dots. */
export function isBelow(path: string, folder: string): boolean {
  const rest = relative(folder, path);
  return rest !== ".." && !rest.startsWith(`..${sep}`) && !isAbsolute(rest);
}
