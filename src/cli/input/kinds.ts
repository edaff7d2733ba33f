/** The type of a file by its path and its first line; defined in the core, like all properties of languages. */
export { kindOfFile as kindOf, tagOfFirstLine as shebangTag } from "../../core/index.js";
