import { isAbsolute, relative, sep } from "node:path";

/** Whether a path is a folder or is in that folder. A name that begins with two dots, such as `..data`, is in the folder. */
export function isBelow(path: string, folder: string): boolean {
  const rest = relative(folder, path);
  return rest !== ".." && !rest.startsWith(`..${sep}`) && !isAbsolute(rest);
}
