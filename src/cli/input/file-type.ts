/** The functions that determine the type of a file from its path and from its first line; the core derives them from its languages. */
export { kindOfFile as kindOf, tagOfFirstLine as shebangTag } from "../../core/index.js";
